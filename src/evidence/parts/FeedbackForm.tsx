import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { EvidenceRow } from '../../../contract/evidence/evidence.ts'
import {
  type Feedback,
  feedbackCalls,
  FeedbackReason,
  maxFeedback,
  mostPictures,
} from '../../../contract/evidence/feedback.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { PicturesField } from '../../kit/form/PicturesField.tsx'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** Tells the operator what is wrong with a capture. */
export function FeedbackForm({ row, onClose }: { row: EvidenceRow; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<Pick<Feedback, 'reason' | 'content'> & { images?: string[] }>()
  const notices = useNotices()
  const queries = useQueryClient()
  const write = useWrite(feedbackCalls.give, {
    onDone: () => {
      notices.done(t('evidence:action.feedback.done'))
      void queries.invalidateQueries({ queryKey: ['call', feedbackCalls.latest.path] })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('evidence:action.feedback.label')}
      ok={t('evidence:feedback.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ reason: 'EXCEPTION_RESULT' }}
        onFinish={(v) =>
          write.mutate({ body: { ano: row.ano, ...v } }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item name="reason" label={t('evidence:feedback.reason')}>
          <Radio.Group
            options={FeedbackReason.options.map((value) => ({ value, label: t(`evidence:feedback.reasons.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          name="content"
          label={t('evidence:feedback.content')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={maxFeedback} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
        <Form.Item name="images" label={t('evidence:feedback.images')} extra={t('evidence:feedback.imagesNote')}>
          <PicturesField scene="feedback" most={mostPictures} nameOf={(n) => t('evidence:feedback.picture', { n })} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
