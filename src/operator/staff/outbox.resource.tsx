import { MailOutlined } from '@ant-design/icons'
import {
  MessageChannel,
  messageTemplates,
  MessageState,
  OutboxMessage,
  outboxCalls,
} from '../../../contract/operator/outbox.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { TemplateName, templateWords } from './TemplateName.tsx'

const right = 'operator.outbox'

/** Messages on their way to people, and those that a local installation only shows. */
export default defineResource<OutboxMessage>({
  name: 'outbox',
  words: 'console',
  schema: OutboxMessage,
  title: 'recipient',
  endpoints: { list: outboxCalls.list, one: { call: outboxCalls.get, request: (id) => ({ params: { id } }) } },
  routes: { list: '/operator/outbox', showPath: '/operator/outbox/:id', show: (row) => `/operator/outbox/${row.id}` },
  access: right,
  menu: { icon: <MailOutlined />, group: 'desk', order: 910 },
  fields: {
    recipient: { kind: 'text', width: 160 },
    channel: { kind: 'choice', width: 90, values: MessageChannel.options },
    template: {
      kind: 'choice',
      width: 170,
      values: messageTemplates,
      cell: (row) => <TemplateName template={row.template} />,
      text: (row, t) => templateWords(t, row.template),
    },
    messageState: {
      kind: 'choice',
      width: 130,
      values: MessageState.options,
      tones: { sent: 'good', sending: 'active', failed: 'bad', undeliverable: 'bad' },
    },
    attempts: { kind: 'number', width: 100 },
    error: { kind: 'long-text' },
    text: { kind: 'long-text' },
    vendorId: { kind: 'text' },
    sentAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', width: 176 },
  },
  columns: ['createdAt', 'channel', 'recipient', 'template', 'messageState', 'attempts', 'error', 'text'],
  card: ['createdAt', 'channel', 'template', 'messageState', 'error', 'text'],
  filters: {
    channel: { kind: 'choice', values: MessageChannel.options, words: 'choice.channel' },
    messageState: { kind: 'choice', values: MessageState.options, words: 'choice.messageState' },
  },
  defaultSort: '-createdAt',
  waits: { messageState: 'undeliverable' },
  actions: [
    {
      name: 'resend',
      right,
      scope: 'both',
      confirm: true,
      allowed: (m) => m.good,
      run: { send: 'each', call: outboxCalls.retry, request: ({ id }) => ({ params: { id } }) },
    },
  ],
})
