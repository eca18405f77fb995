import { SafetyCertificateOutlined } from '@ant-design/icons'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { applicantOrders } from '../parts/applicant-orders.tsx'
import { sideOf } from '../parts/sides.ts'
import { orderPath, paths, placesOf } from '../paths.ts'

/** Appraisals of official seals. */
export default applicantOrders({
  name: 'seals',
  list: orderCalls.seals,
  routes: {
    list: paths.seals,
    showPath: placesOf.officialSeal.show,
    show: ({ id }) => orderPath('officialSeal', id),
  },
  create: { right: sideOf.applicant.right, path: paths.sealNotice },
  menu: { icon: <SafetyCertificateOutlined />, group: 'judicial', order: 46 },
  columns: ['title', 'orderNumber', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'],
  hasEvidence: false,
})
