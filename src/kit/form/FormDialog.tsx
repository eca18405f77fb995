import { type FormInstance, Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props<Values> extends Pick<ModalProps, 'title' | 'width' | 'footer' | 'okButtonProps' | 'cancelButtonProps'> {
  form: FormInstance<Values>
  /** What its button says, where it does not save. */
  ok?: string
  isSending?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog around a form, which its button sends off. */
export function FormDialog<Values>({ form, ok, isSending = false, onClose, children, ...rest }: Props<Values>) {
  const { t } = useTranslation(['common'])
  return (
    <Modal
      open
      okText={ok ?? t('save')}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      onCancel={onClose}
      onOk={() => form.submit()}
      {...rest}
    >
      {children}
    </Modal>
  )
}
