import { AnyScene, PayMethod, PayOrderState } from '../../../contract/payments/pay-orders.ts'
import type { OrderRecord } from './orders.repo.ts'

type Row = Pick<
  OrderRecord,
  | 'id'
  | 'number'
  | 'amount'
  | 'channel'
  | 'scene'
  | 'state'
  | 'paidBack'
  | 'personName'
  | 'paysFor'
  | 'expiresAt'
  | 'paidAt'
  | 'createdAt'
>

/** What payers and staff are both told of an order. The table calls every order a recharge: the money goes through the account in either case. `sandboxes`: the channels by which no money moves. */
export const shownOrder = (order: Row, sandboxes: ReadonlySet<string>) => ({
  id: order.id,
  orderNumber: order.number,
  purpose: order.paysFor === null ? ('recharge' as const) : ('fee' as const),
  amount: order.amount,
  channel: PayMethod.parse(order.channel),
  scene: AnyScene.parse(order.scene),
  payState: PayOrderState.parse(order.state),
  paidBack: order.paidBack,
  isSandbox: sandboxes.has(order.channel),
  personName: order.personName,
  paysFor: order.paysFor,
  expiresAt: order.expiresAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  createdAt: order.createdAt.toISOString(),
})
