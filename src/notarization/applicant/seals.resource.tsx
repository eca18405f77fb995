import { SafetyCertificateOutlined } from '@ant-design/icons'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { ordersOfKind } from '../parts/applicant-orders.tsx'

/** Appraisals of official seals. */
export default ordersOfKind('officialSeal', {
  name: 'seals',
  list: orderCalls.seals,
  icon: <SafetyCertificateOutlined />,
  order: 47,
})
