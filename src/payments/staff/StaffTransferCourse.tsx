import type { StaffTransfer } from '../../../contract/payments/transfers.ts'
import { TransferCourse } from '../parts/TransferCourse.tsx'

/** The same, with the order as staff see it. */
export const StaffTransferCourse = ({ row }: { row: StaffTransfer }) => (
  <TransferCourse row={row} orderAt={(id) => `/operator/orders/${id}`} />
)
