import { ExperimentOutlined } from '@ant-design/icons'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { ordersOfKind } from '../parts/applicant-orders.tsx'

/** Appraisals of evidence. */
export default ordersOfKind('expertise', {
  name: 'appraisals',
  list: orderCalls.appraisals,
  icon: <ExperimentOutlined />,
  order: 46,
})
