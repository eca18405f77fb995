import { Form, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type AdministratorBody, type InstalledPlatform, platformCalls } from '../../../contract/operator/platforms.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { AdministratorFields } from './AdministratorFields.tsx'
import { AdministratorNext } from './AdministratorNext.tsx'

interface Props {
  row: InstalledPlatform
  onClose(): void
}

/** Gives a platform another administrator. */
export function AdministratorForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'operator'])
  const [form] = Form.useForm<AdministratorBody>()
  const refuse = useRefusal(form)
  const write = useWrite(platformCalls.addAdministrator, { refresh: ['approvals', 'operatorAudit'], quiet: true })
  const title = t('operator:platforms.administratorOf', { name: row.nameZh })
  if (write.data)
    return (
      <Modal
        open
        title={title}
        onCancel={onClose}
        onOk={onClose}
        okText={t('close')}
        cancelButtonProps={{ hidden: true }}
      >
        <AdministratorNext begun={write.data} waits />
      </Modal>
    )
  return (
    <FormDialog form={form} title={title} isSending={write.isPending} onClose={onClose}>
      <p>{t('operator:platforms.administratorLead')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <AdministratorFields />
      </Form>
    </FormDialog>
  )
}
