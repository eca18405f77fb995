import { BankOutlined } from '@ant-design/icons'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { ordersOfKind } from '../parts/applicant-orders.tsx'

/** Notarizations of evidence. */
export default ordersOfKind('notarization', {
  name: 'notarizations',
  list: notarizationCalls.list,
  icon: <BankOutlined />,
  order: 45,
})
