import { type StaffInvoice, staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { CourseOf } from '../CourseOf.tsx'

/** What happened to an invoice, and who of staff did it. */
export function StaffCourse({ row: { id } }: { row: StaffInvoice }) {
  const { data, error, refetch } = useRead(staffInvoiceCalls.get, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return <CourseOf steps={data.steps} file={pathOf(staffInvoiceCalls.file, { id })} />
}
