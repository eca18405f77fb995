import { AuditOutlined } from '@ant-design/icons'
import { OfficeOrder, officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { orderFields, orderFilters } from '../parts/order-fields.ts'
import { stepActions } from '../parts/step-actions.tsx'
import { tabsOfSide } from '../parts/tabs-of-side.ts'
import { paths } from '../paths.ts'

const AssignForm = lazyDialog(async () => (await import('./AssignForm.tsx')).AssignForm)

/** What was handed in to the office, whose turn it is, and when its period ends. */
export default defineResource<OfficeOrder>({
  name: 'officeOrders',
  words: 'notarization',
  schema: OfficeOrder,
  title: 'title',
  endpoints: {
    list: officeOrderCalls.list,
    one: { call: officeOrderCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: paths.offices, showPath: `${paths.offices}/:id`, show: ({ id }) => `${paths.offices}/${id}` },
  access: 'office.read',
  menu: { icon: <AuditOutlined />, group: 'office', order: 40 },
  waits: { waiting: 'true' },
  live: 'officeOrders',
  fields: {
    ...orderFields,
    applicantName: { kind: 'text', width: 200 },
    assigneeName: { kind: 'text', width: 120 },
    submittedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['title', 'applicantName', 'orderState', 'dueOn', 'isLate', 'assigneeName', 'caseNumber', 'submittedAt'],
  card: ['applicantName', 'orderState', 'dueOn', 'assigneeName', 'caseNumber'],
  filters: {
    ...orderFilters,
    orderKind: { kind: 'choice', values: orderKindNames, words: 'choice.orderKind' },
    waiting: { kind: 'flag' },
    late: { kind: 'flag' },
    assigneeId: { kind: 'person', load: officeOrderCalls.people },
    days: { kind: 'days' },
  },
  defaultSort: '-submittedAt',
  tabs: tabsOfSide('office'),
  actions: [
    ...stepActions<OfficeOrder>('office'),
    { name: 'assign', right: 'office.assist', scope: 'row', allowed: () => true, form: AssignForm },
  ],
})
