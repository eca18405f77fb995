import { MailOutlined } from '@ant-design/icons'
import { OutboxMessage, outboxCalls } from '../../contract/operator/outbox.ts'
import { defineResource } from '../kit/resource.ts'

/** Messages handed to the sender, for the operator of a local installation. */
export default defineResource<OutboxMessage>({
  name: 'outbox',
  words: 'console',
  schema: OutboxMessage,
  title: 'recipient',
  endpoints: { list: outboxCalls.list },
  routes: { list: '/operator/outbox' },
  access: 'operator.outbox',
  menu: { icon: <MailOutlined />, order: 910 },
  fields: { recipient: { kind: 'text', width: 160 }, channel: { kind: 'choice', width: 100 }, text: { kind: 'text' }, createdAt: { kind: 'instant', width: 190 } },
  columns: ['createdAt', 'channel', 'recipient', 'text'],
  card: ['createdAt', 'channel', 'text'],
  filters: {},
  defaultSort: '-createdAt',
  actions: [],
})
