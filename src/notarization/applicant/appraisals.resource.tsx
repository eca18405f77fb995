import { ExperimentOutlined } from '@ant-design/icons'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { JudicialOrder, orderCalls } from '../../../contract/notarization/orders.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { orderFields, orderFilters } from '../parts/order-fields.ts'
import { stepActions } from '../parts/step-actions.tsx'
import { tabsOfSide } from '../parts/tabs-of-side.ts'
import { ToEdit } from '../parts/ToEdit.tsx'
import { paths } from '../paths.ts'

const right = 'judicial.write'
const kind = factsOfKind('expertise')

/** What the account asked institutes to appraise, and what came of it. */
export default defineResource<JudicialOrder>({
  name: 'appraisals',
  words: 'notarization',
  schema: JudicialOrder,
  title: 'title',
  endpoints: {
    list: orderCalls.appraisals,
    one: { call: orderCalls.get, request: (id) => ({ params: { id } }) },
    remove: { call: orderCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('judicial-order'),
  access: 'judicial.read',
  create: { right, path: paths.pick },
  menu: { icon: <ExperimentOutlined />, group: 'judicial', order: 44 },
  live: 'judicialOrders',
  fields: {
    ...orderFields,
    officeName: { kind: 'text', width: 200 },
    personName: { kind: 'text', width: 120 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    submittedAt: { kind: 'instant', width: 176 },
  },
  columns: ['title', 'orderNumber', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'],
  card: ['orderState', 'officeName', 'fee', 'dueOn', 'createdAt'],
  filters: { ...orderFilters, days: { kind: 'days' } },
  defaultSort: '-createdAt',
  tabs: tabsOfSide('applicant'),
  actions: [
    {
      name: 'edit',
      right,
      scope: 'row',
      allowed: ({ orderState }) => kind.steps['submit']!.from.includes(orderState),
      form: ToEdit,
    },
    ...stepActions<JudicialOrder>('applicant', { right, call: orderCalls.step, resource: 'appraisals' }),
    {
      name: 'remove',
      right,
      scope: 'row',
      danger: true,
      confirm: true,
      removes: true,
      allowed: ({ orderState }) => orderState === kind.first,
    },
  ],
})
