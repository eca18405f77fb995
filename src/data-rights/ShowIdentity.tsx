import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { StrongProofFields, strongProofOf, type StrongProofValues } from '../accounts/parts/StrongProof.tsx'
import { useRefuse } from '../accounts/parts/useRefuse.ts'
import { useWrite } from '../kit/resource/useCall.ts'

/** One's own verified name and number, for as long as this dialog is open. */
export function ShowIdentity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['common', 'data-rights'])
  const [form] = Form.useForm<StrongProofValues>()
  const [shown, setShown] = useState<{ name: string; number: string }>()
  const refuse = useRefuse(form)
  const show = useWrite(dataCopyCalls.identity, { quiet: true, onDone: setShown })
  const foot = shown
    ? {
        footer: (
          <Button type="primary" onClick={onClose}>
            {t('data-rights:identity.close')}
          </Button>
        ),
      }
    : {
        okText: t('data-rights:identity.show'),
        cancelText: t('cancel'),
        confirmLoading: show.isPending,
        onOk: () => form.submit(),
      }
  return (
    <Modal open title={t('data-rights:identity.dialog')} onCancel={onClose} {...foot}>
      {shown ? (
        <div role="status">
          <dl className="skz-settings">
            <div>
              <dt>{t('data-rights:identity.name')}</dt>
              <dd>{shown.name}</dd>
            </div>
            <div>
              <dt>{t('data-rights:identity.number')}</dt>
              <dd className="skz-number">{shown.number}</dd>
            </div>
          </dl>
        </div>
      ) : (
        <>
          <p>{t('data-rights:identity.note')}</p>
          <Form<StrongProofValues>
            form={form}
            layout="vertical"
            onFinish={(values) => show.mutate({ body: strongProofOf(values) }, { onError: (error) => refuse(error) })}
          >
            <StrongProofFields />
          </Form>
        </>
      )}
    </Modal>
  )
}
