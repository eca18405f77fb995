import { MailOutlined } from '@ant-design/icons'
import { Message, messageCalls, MessageKind, MessageType } from '../../contract/messages/messages.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { ToPlace } from './ToPlace.ts'
import { UnreadTitle } from './UnreadTitle.tsx'

const right = 'signed-in'
const list = '/accountSetting/messageNotification'
const ids = (rows: Message[]) => ({ ids: rows.map((m) => m.id) })

/** What the platform tells a person, of the account they act for and of themselves. */
export default defineResource<Message>({
  name: 'messages',
  words: 'messages',
  schema: Message,
  title: 'title',
  endpoints: {
    list: messageCalls.list,
    one: { call: messageCalls.get, request: (id) => ({ params: { id } }) },
    removeMany: { call: messageCalls.remove, request: (ids) => ({ query: { ids } }) },
  },
  routes: { list, show: (row) => `${list}/${row.id}` },
  access: right,
  menu: { icon: <MailOutlined />, group: 'account', order: 45 },
  above: lazyPart(async () => (await import('./MessageTools.tsx')).MessageTools),
  live: 'messages',
  fields: {
    title: { kind: 'text', width: 300, cell: (row) => <UnreadTitle message={row} /> },
    content: { kind: 'long-text', cell: (row) => <span className="skz-clamp">{row.content}</span> },
    type: {
      kind: 'choice',
      width: 150,
      values: MessageType.options,
      tones: { security: 'warning', service: 'active' },
    },
    subtype: { kind: 'choice', width: 170, values: MessageKind.options },
    isRead: { kind: 'flag', width: 90 },
    date: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['title', 'content', 'type', 'date'],
  card: ['content', 'type', 'date'],
  filters: {
    keyWord: { kind: 'keyword' },
    type: { kind: 'choice', values: MessageType.options, words: 'choice.type' },
    isRead: { kind: 'choice', values: ['false', 'true'], words: 'choice.isRead' },
    date: { kind: 'days' },
  },
  defaultSort: '-date',
  actions: [
    { name: 'open', right, scope: 'row', allowed: (m) => m.link !== null, form: ToPlace },
    {
      name: 'read',
      right,
      scope: 'both',
      allowed: (m) => !m.isRead,
      run: { send: 'many', call: messageCalls.read, request: (rows) => ({ body: ids(rows) }) },
    },
    {
      name: 'remove',
      right,
      scope: 'both',
      danger: true,
      confirm: true,
      removes: true,
      allowed: () => true,
    },
  ],
})
