import type { ReactNode } from 'react'
import type { OfficeOrderInfo } from '../../../contract/notarization/office-orders.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import type { OrderSide } from './sides.ts'
import { useOrder } from './useOrder.ts'

/** What both sides see of an order. */
export type OrderShown = Omit<OfficeOrderInfo, 'applicantName' | 'assigneeId'>

interface Props {
  side: OrderSide
  id: string
  children(order: OrderShown): ReactNode
}

/** A part of an order's page, once the order is there. */
export function OrderTab({ side, id, children }: Props) {
  const { order, error, refetch } = useOrder(side, id)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return order ? children(order) : <Loading rows={4} />
}
