import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Invoice, invoiceCalls } from '../../contract/invoices/invoices.ts'
import { formatMoney } from '../../contract/kit/money.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { WishFields, wishOf, type WishValues } from './WishFields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'

interface Props {
  row: Invoice
  onClose(): void
}

/** The same invoice once more, with what it was refused for put right. */
export function Reapply({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'invoices'])
  const [form] = Form.useForm<WishValues>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(invoiceCalls.reapply, {
    refresh: ['invoices'],
    quiet: true,
    onDone: () => (notices.done(t('invoices:apply.done')), onClose()),
  })
  return (
    <FormDialog
      form={form}
      title={t('invoices:reapply.title')}
      ok={t('invoices:reapply.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      {row.reason && <p className="skz-long">{t('invoices:reapply.why', { reason: row.reason })}</p>}
      <p>{t('invoices:reapply.lead', { amount: formatMoney(row.amount) })}</p>
      <Form<WishValues>
        form={form}
        layout="vertical"
        initialValues={wishOf(row)}
        onFinish={(values) =>
          write.mutate(
            { params: { id: row.id }, body: { ...values, headerId: values.headerId! } },
            { onError: (error) => refuse(error) },
          )
        }
      >
        <WishFields form={form} />
      </Form>
    </FormDialog>
  )
}
