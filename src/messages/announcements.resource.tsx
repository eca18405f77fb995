import { Announcement, announcementCalls } from '../../contract/messages/announcements.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'

const path = '/accountSetting/messageNotification/announcements'

/** What the platform tells everybody. */
export default defineResource<Announcement>({
  name: 'announcements',
  words: 'messages',
  schema: Announcement,
  title: 'title',
  endpoints: {
    list: announcementCalls.list,
    one: { call: announcementCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: path, show: (row) => `${path}/${row.id}` },
  access: 'signed-in',
  above: lazyPart(async () => (await import('./parts/MessageTabs.tsx')).MessageTabs),
  fields: {
    title: { kind: 'text', cell: (row) => <span lang={row.lang}>{row.title}</span> },
    top: { kind: 'flag', width: 110 },
    date: { kind: 'instant', width: 176 },
  },
  columns: ['title', 'top', 'date'],
  card: ['top', 'date'],
  filters: {},
  defaultSort: '-date',
  actions: [],
})
