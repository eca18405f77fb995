import { SendOutlined } from '@ant-design/icons'
import { StaffMessage, staffMessageCalls } from '../../../contract/operator/messages.ts'
import { defineResource } from '../../kit/resource/resource.ts'

/** What staff wrote to people, and whether they read it. */
export default defineResource<StaffMessage>({
  name: 'staffMessages',
  words: 'messages',
  schema: StaffMessage,
  title: 'title',
  endpoints: {
    list: staffMessageCalls.list,
    one: { call: staffMessageCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: {
    list: '/operator/messages',
    showPath: '/operator/messages/:id',
    show: (row) => `/operator/messages/${row.id}`,
  },
  access: 'operator.people',
  menu: { icon: <SendOutlined />, group: 'desk', order: 875 },
  fields: {
    title: { kind: 'text' },
    content: { kind: 'long-text' },
    reader: { kind: 'text', width: 150 },
    account: { kind: 'text', width: 170 },
    writer: { kind: 'text', width: 120 },
    sentAt: { kind: 'instant', sortable: true, width: 176 },
    readAt: { kind: 'instant', width: 176 },
  },
  columns: ['title', 'reader', 'account', 'writer', 'sentAt', 'readAt'],
  card: ['reader', 'account', 'sentAt', 'readAt'],
  filters: { keyWord: { kind: 'keyword' } },
  defaultSort: '-sentAt',
  actions: [],
})
