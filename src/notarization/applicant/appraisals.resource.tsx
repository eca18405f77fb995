import { ExperimentOutlined } from '@ant-design/icons'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { applicantOrders } from '../parts/applicant-orders.tsx'
import { sideOf } from '../parts/sides.ts'
import { orderPath, paths, placesOf } from '../paths.ts'

/** Appraisals of evidence. */
export default applicantOrders({
  name: 'appraisals',
  list: orderCalls.appraisals,
  routes: {
    list: paths.appraisals,
    showPath: placesOf.expertise.show,
    show: ({ id }) => orderPath('expertise', id),
  },
  create: { right: sideOf.applicant.right, path: paths.pick },
  menu: { icon: <ExperimentOutlined />, group: 'judicial', order: 45 },
  columns: ['title', 'orderNumber', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'],
  hasEvidence: true,
})
