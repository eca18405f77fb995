import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { type OrderSide, sideOf } from './sides.ts'

/** Everything of one order as a side sees it, anew whenever it changes. */
export function useOrder(side: OrderSide, id: string) {
  const { get, topic } = sideOf[side]
  const { data, error, refetch } = useRead(get, { params: { id } }, { staleTime: 0 })
  useLiveRefresh(get, topic)
  return { order: data, error, refetch }
}
