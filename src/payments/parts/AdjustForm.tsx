import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { adjustmentCalls, AdjustmentPurpose } from '../../../contract/payments/adjustments.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  row: { id: string; name: string }
  onClose(): void
}

interface Values {
  purpose: AdjustmentPurpose
  amount: number
  reference?: string
  reason: string
}

/** Asks for a change of an account's balance, which another member of staff decides. */
export function AdjustForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<Values>()
  const purpose = Form.useWatch('purpose', form)
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(adjustmentCalls.ask, {
    refresh: ['adjustments', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('payments:form.done')), onClose()),
  })
  const required = { required: true, whitespace: true, message: t('required') }
  return (
    <FormDialog
      form={form}
      title={t('payments:form.title', { name: row.name })}
      ok={t('payments:form.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('payments:form.lead')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ purpose: 'credit' }}
        onFinish={(body) =>
          write.mutate({ body: { ...body, accountId: row.id } }, { onError: (error) => refuse(error) })
        }
      >
        <Form.Item name="purpose" label={t('payments:field.purpose')}>
          <Radio.Group
            options={AdjustmentPurpose.options.map((value) => ({
              value,
              label: t(`payments:choice.purpose.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item
          name="amount"
          label={t('payments:field.amount')}
          extra={t('payments:help.amount')}
          rules={[{ required: true, message: t('required') }]}
        >
          {editorOf({ name: 'amount', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
        </Form.Item>
        <Form.Item
          name="reference"
          label={t('payments:form.reference')}
          extra={t('payments:help.reference')}
          rules={purpose === 'credit' ? [required] : []}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('payments:form.reason')}
          extra={t('payments:form.reasonHelp')}
          rules={[required]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
