import { CalendarOutlined } from '@ant-design/icons'
import { CalendarDay, calendarCalls, CalendarRow, DayKind } from '../../../contract/platform/calendar.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'platform.manage'

/** Days that are otherwise than their weekday says: deadlines count by them. */
export default defineResource<CalendarDay>({
  name: 'calendarDays',
  words: 'platform',
  schema: CalendarDay,
  title: 'day',
  endpoints: {
    list: calendarCalls.list,
    createMany: calendarCalls.import,
    remove: { call: calendarCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: { list: '/operator/calendar' },
  access: right,
  menu: { icon: <CalendarOutlined />, group: 'platform', order: 934 },
  above: lazyPart(async () => (await import('./YearCalendar.tsx')).YearCalendar),
  fields: {
    day: { kind: 'text', sortable: true, width: 140 },
    dayKind: { kind: 'choice', width: 140, values: DayKind.options, tones: { off: 'good', worked: 'warning' } },
    name: { kind: 'text' },
    madeBy: { kind: 'text', width: 140 },
    createdAt: { kind: 'instant', width: 176 },
  },
  columns: ['day', 'dayKind', 'name', 'madeBy', 'createdAt'],
  card: ['dayKind', 'name', 'madeBy'],
  filters: {
    keyWord: { kind: 'keyword' },
    dayKind: { kind: 'choice', values: DayKind.options, words: 'choice.dayKind' },
  },
  defaultSort: '-day',
  io: { import: { schema: CalendarRow, fields: ['day', 'dayKind', 'name'] } },
  actions: [{ name: 'remove', right, scope: 'both', danger: true, confirm: true, removes: true, allowed: () => true }],
})
