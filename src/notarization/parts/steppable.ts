import type { OrderKind, OrderStep } from '../../../contract/notarization/order-kinds.ts'

/** An order as far as its steps need it. */
export interface Steppable {
  id: string
  title: string
  orderKind: OrderKind
  fee: number | null
  collected: number | null
  steps: readonly OrderStep[]
}
