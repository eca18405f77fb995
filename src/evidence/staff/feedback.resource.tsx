import { MessageOutlined } from '@ant-design/icons'
import { feedbackCalls, FeedbackStatus, ReviewedFeedback } from '../../../contract/evidence/feedback.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const AnswerForm = lazyDialog(async () => (await import('./AnswerForm.tsx')).AnswerForm)

/** What owners find wrong with their evidence, for the operator to answer. */
export default defineResource<ReviewedFeedback>({
  name: 'feedback',
  words: 'console',
  schema: ReviewedFeedback,
  title: 'ano',
  endpoints: { list: feedbackCalls.review },
  routes: { list: '/operator/feedback' },
  access: 'operator.feedback',
  menu: { icon: <MessageOutlined />, group: 'desk', order: 900 },
  fields: {
    ano: { kind: 'text', width: 180 },
    url: { kind: 'url' },
    personName: { kind: 'text', width: 110 },
    content: { kind: 'text' },
    reply: { kind: 'text' },
    feedbackStatus: {
      kind: 'choice',
      width: 110,
      tones: { REVIEWING: 'active', PASS: 'good', REJECT: 'warning', WITHDRAWN: 'neutral' },
    },
    createdAt: { kind: 'instant', width: 170 },
  },
  columns: ['ano', 'url', 'personName', 'content', 'feedbackStatus', 'reply', 'createdAt'],
  card: ['feedbackStatus', 'content', 'reply', 'createdAt'],
  filters: { feedbackStatus: { kind: 'choice', values: FeedbackStatus.options, words: 'choice.feedbackStatus' } },
  defaultSort: '-createdAt',
  waits: { feedbackStatus: 'REVIEWING' },
  actions: [
    {
      name: 'answer',
      right: 'operator.feedback',
      scope: 'row',
      allowed: (r) => r.feedbackStatus === 'REVIEWING',
      form: AnswerForm,
    },
  ],
})
