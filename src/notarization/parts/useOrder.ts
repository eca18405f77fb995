import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

/** Which side of orders a page shows. */
export type OrderSide = 'applicant' | 'office'

/** What one side asks for, and the resource that lists it there. */
export const sideOf = {
  applicant: {
    get: orderCalls.get,
    addFile: orderCalls.addFile,
    removeFile: orderCalls.removeFile,
    file: orderCalls.file,
    paper: orderCalls.paper,
    makeRecord: orderCalls.makeRecord,
    record: orderCalls.record,
    say: orderCalls.say,
    resource: 'appraisals',
    topic: 'judicialOrders',
  },
  office: {
    get: officeOrderCalls.get,
    addFile: officeOrderCalls.addFile,
    removeFile: officeOrderCalls.removeFile,
    file: officeOrderCalls.file,
    paper: officeOrderCalls.paper,
    makeRecord: officeOrderCalls.makeRecord,
    record: officeOrderCalls.record,
    say: officeOrderCalls.say,
    resource: 'officeOrders',
    topic: 'officeOrders',
  },
} as const

/** Everything of one order as a side sees it, anew whenever it changes. */
export function useOrder(side: OrderSide, id: string) {
  const { get, topic } = sideOf[side]
  const { data, error, refetch } = useRead(get, { params: { id } }, { staleTime: 0 })
  useLiveRefresh(get, topic)
  return { order: data, error, refetch }
}
