import { ShoppingOutlined } from '@ant-design/icons'
import { orderCalls, PurchaseOrder } from '../../../contract/notarization/orders.ts'
import { PurchaseUse, RightsType } from '../../../contract/notarization/purchase.ts'
import { ordersOfKind } from '../parts/applicant-orders.tsx'

/** Notarizations of purchases, with the right that each is about and what it is for. */
export default ordersOfKind<PurchaseOrder>('purchase', {
  name: 'purchases',
  list: orderCalls.purchases,
  icon: <ShoppingOutlined />,
  order: 48,
  schema: PurchaseOrder,
  fields: {
    rightsType: { kind: 'choice', width: 110, values: RightsType.options },
    purchaseUse: { kind: 'choice', width: 120, values: PurchaseUse.options },
  },
  columns: ['title', 'rightsType', 'purchaseUse', 'orderState', 'fee', 'personName', 'createdAt'],
  card: ['orderState', 'rightsType', 'purchaseUse', 'officeName', 'fee', 'createdAt'],
})
