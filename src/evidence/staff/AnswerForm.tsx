import { Checkbox, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { feedbackCalls, type ReviewedFeedback } from '../../../contract/evidence/feedback.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { Pictures } from '../../kit/page/Pictures.tsx'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** The operator's verdict, with words for the owner. */
export function AnswerForm({ row, onClose }: { row: ReviewedFeedback; onClose(): void }) {
  const { t } = useTranslation(['common', 'console', 'evidence'])
  const [form] = Form.useForm<{ verdict: 'PASS' | 'REJECT'; reply: string; refund?: boolean }>()
  const verdict = Form.useWatch('verdict', form)
  const notices = useNotices()
  const write = useWrite(feedbackCalls.answer, {
    refresh: ['feedback', 'adjustments'],
    onDone: () => (notices.done(t('console:action.answer.done')), onClose()),
  })
  return (
    <FormDialog
      form={form}
      title={t('console:action.answer.label')}
      ok={t('console:feedback.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{row.content}</p>
      <Pictures urls={row.images.map((i) => i.url)} nameOf={(n) => t('evidence:feedback.picture', { n })} />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ verdict: 'PASS', refund: true }}
        onFinish={(v) =>
          write.mutate({ params: { id: row.id }, body: v }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item name="verdict" label={t('console:feedback.verdict')}>
          <Radio.Group
            options={(['PASS', 'REJECT'] as const).map((value) => ({
              value,
              label: t(`console:choice.feedbackStatus.${value}`),
            }))}
          />
        </Form.Item>
        {verdict === 'PASS' && row.refundable + row.refundableUnits > 0 && (
          <Form.Item name="refund" valuePropName="checked" extra={t('console:feedback.refundHelp')}>
            <Checkbox>
              {t(`console:feedback.${refundWords(row)}`, {
                amount: formatMoney(row.refundable),
                units: row.refundableUnits,
              })}
            </Checkbox>
          </Form.Item>
        )}
        <Form.Item
          name="reply"
          label={t('console:field.reply')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}

/** Money, units of packages, or both: its time-stamps and downloads may be paid in another way than itself. */
function refundWords({ refundable, refundableUnits }: ReviewedFeedback) {
  if (!refundableUnits) return 'refund'
  return refundable > 0 ? 'refundBoth' : 'refundUnits'
}
