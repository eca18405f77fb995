import { NotificationOutlined } from '@ant-design/icons'
import {
  AnnouncementBody,
  announcementCalls,
  AnnouncementState,
  mostAnnouncement,
  StaffAnnouncement,
} from '../../../contract/messages/announcements.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'

const right = 'operator.content'
const at = ({ id }: StaffAnnouncement) => ({ params: { id } })
const pin = (top: boolean) =>
  ({
    send: 'each',
    call: announcementCalls.pin,
    request: (a: StaffAnnouncement) => ({ ...at(a), body: { top } }),
  }) as const

/** What staff write for everybody who comes to the platform. */
export default defineResource<StaffAnnouncement>({
  name: 'operatorAnnouncements',
  words: 'messages',
  schema: StaffAnnouncement,
  title: 'titleZh',
  endpoints: {
    list: announcementCalls.staffList,
    one: { call: announcementCalls.staffGet, request: (id) => ({ params: { id } }) },
    create: announcementCalls.create,
    update: announcementCalls.update,
    remove: { call: announcementCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: {
    list: '/operator/announcements',
    showPath: '/operator/announcements/:id',
    show: (row) => `/operator/announcements/${row.id}`,
  },
  access: right,
  create: { right },
  menu: { icon: <NotificationOutlined />, group: 'desk', order: 920 },
  fields: {
    titleZh: { kind: 'text', sortable: true, maxLength: 100 },
    titleEn: { kind: 'text', width: 240, maxLength: 100 },
    announcementState: {
      kind: 'choice',
      width: 120,
      values: AnnouncementState.options,
      tones: { SHOWN: 'good', PLANNED: 'active', WITHDRAWN: 'warning' },
    },
    top: { kind: 'flag', width: 110 },
    contentZh: { kind: 'long-text', maxLength: mostAnnouncement },
    contentEn: { kind: 'long-text', maxLength: mostAnnouncement },
    fromAt: { kind: 'instant', width: 176, help: true },
    untilAt: { kind: 'instant', width: 176, help: true },
    publishedAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['titleZh', 'announcementState', 'top', 'fromAt', 'untilAt', 'createdAt'],
  card: ['announcementState', 'top', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    announcementState: { kind: 'choice', values: AnnouncementState.options, words: 'choice.announcementState' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: AnnouncementBody,
    rows: [['titleZh'], ['contentZh'], ['titleEn'], ['contentEn'], ['fromAt', 'untilAt']],
    surface: 'page',
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    {
      name: 'publish',
      right,
      scope: 'row',
      confirm: true,
      allowed: (a) => a.announcementState === 'DRAFT' || a.announcementState === 'WITHDRAWN',
      run: { send: 'each', call: announcementCalls.publish, request: at },
    },
    {
      name: 'withdraw',
      right,
      scope: 'row',
      confirm: true,
      danger: true,
      allowed: (a) => a.announcementState !== 'DRAFT' && a.announcementState !== 'WITHDRAWN',
      run: { send: 'each', call: announcementCalls.withdraw, request: at },
    },
    { name: 'pin', right, scope: 'row', allowed: (a) => !a.top, run: pin(true) },
    { name: 'unpin', right, scope: 'row', allowed: (a) => a.top, run: pin(false) },
    {
      name: 'discardDraft',
      right,
      scope: 'row',
      confirm: true,
      danger: true,
      removes: true,
      allowed: (a) => a.announcementState === 'DRAFT',
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})
