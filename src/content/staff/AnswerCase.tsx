import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type CaseForm, caseFormCalls, mostAnswer } from '../../../contract/content/case-forms.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useWrite } from '../../kit/resource/useCall.ts'

/** The answer to somebody's case, once. */
export function AnswerCase({ row, onClose }: { row: CaseForm; onClose(): void }) {
  const { t } = useTranslation(['content', 'common'])
  const [form] = Form.useForm<{ answer: string }>()
  const notices = useNotices()
  const write = useWrite(caseFormCalls.answer, {
    refresh: ['caseForms'],
    onDone: () => (notices.done(t('action.answer.done')), onClose()),
  })
  return (
    <FormDialog
      form={form}
      title={t('action.answer.label')}
      ok={t('caseForm.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{row.content}</p>
      <p className="skz-muted">{t(row.registered ? 'caseForm.tell' : 'caseForm.call')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={({ answer }) =>
          write.mutate(
            { params: { id: row.id }, body: { answer, version: row.version } },
            { onError: (e) => form.setFields(fieldErrors(e)) },
          )
        }
      >
        <Form.Item
          name="answer"
          label={t('field.answer')}
          rules={[{ required: true, whitespace: true, message: t('common:required') }]}
        >
          <Input.TextArea maxLength={mostAnswer} showCount autoSize={{ minRows: 4, maxRows: 12 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
