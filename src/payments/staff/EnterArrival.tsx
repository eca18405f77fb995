import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type StaffTransfer, staffTransferCalls } from '../../../contract/payments/transfers.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** What the bank's statement shows of a transfer, which another member of staff applies. Begins empty: what the payer said is no sight of the statement. */
export function EnterArrival({ row, onClose }: { row: StaffTransfer; onClose(): void }) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<{ amount: number; reference: string }>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(staffTransferCalls.arrive, {
    refresh: ['staffTransfers', 'adjustments', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('payments:transfer.entered')), onClose()),
  })
  return (
    <FormDialog
      form={form}
      title={t('payments:transfer.arriveTitle', { name: row.accountName })}
      ok={t('payments:form.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('payments:transfer.arriveLead')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="amount"
          label={t('payments:transfer.arrived')}
          rules={[{ required: true, message: t('required') }]}
        >
          {editorOf({ name: 'amount', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
        </Form.Item>
        <Form.Item
          name="reference"
          label={t('payments:transfer.bankNumber')}
          extra={t('payments:transfer.bankNumberHelp')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input maxLength={60} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
