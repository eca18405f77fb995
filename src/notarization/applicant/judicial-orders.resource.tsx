import { AuditOutlined } from '@ant-design/icons'
import { orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { applicantOrders } from '../parts/applicant-orders.tsx'

/** Orders of every kind: where messages, bills and records lead. */
export default applicantOrders({
  name: 'judicialOrders',
  list: orderCalls.list,
  routes: recordRoutes('judicial-order'),
  menu: { icon: <AuditOutlined />, group: 'judicial', order: 44 },
  above: lazyPart(async () => (await import('../Services.tsx')).Services),
  columns: ['title', 'orderKind', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'],
  filters: { orderKind: { kind: 'choice', values: orderKindNames, words: 'choice.orderKind' } },
  hasEvidence: true,
})
