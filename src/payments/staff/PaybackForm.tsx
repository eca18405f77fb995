import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type StaffOrder, staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** Asks to pay something of an order back, which another member of staff decides. */
export function PaybackForm({ row, onClose }: { row: StaffOrder; onClose(): void }) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<{ amount: number; reason: string }>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(staffOrderCalls.askPayback, {
    refresh: ['adjustments', 'orders', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('payments:payback.done')), onClose()),
  })
  const required = { required: true, whitespace: true, message: t('required') }
  const left = row.amount - row.paidBack
  return (
    <FormDialog
      form={form}
      title={t('payments:payback.title', { number: row.orderNumber })}
      ok={t('payments:payback.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('payments:payback.lead')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ amount: left }}
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="amount"
          label={t('payments:field.amount')}
          extra={t('payments:payback.amountHelp', { left: formatMoney(left) })}
          rules={[{ required: true, message: t('required') }]}
        >
          {editorOf({ name: 'amount', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('payments:form.reason')}
          extra={t('payments:payback.reasonHelp')}
          rules={[required]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
