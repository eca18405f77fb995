import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { bareText } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { type MailBody, type StaffInvoice, staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  row: StaffInvoice
  onClose(): void
}

/** By whom a printed invoice was mailed, and under which number. */
export function MailForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'invoices'])
  const [form] = Form.useForm<MailBody>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(staffInvoiceCalls.mail, {
    refresh: ['staffInvoices', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('invoices:mail.done')), onClose()),
  })
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  return (
    <FormDialog
      form={form}
      title={t('invoices:mail.title', { number: row.invoiceNumber })}
      ok={t('invoices:mail.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('invoices:mail.lead', { receiver: row.receiver })}</p>
      <Form<MailBody>
        form={form}
        layout="vertical"
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item name="carrier" label={t('invoices:field.carrier')} rules={needed}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="trackingNumber" label={t('invoices:field.trackingNumber')} rules={needed}>
          <CleanInput clean={bareText} autoComplete="off" />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
