import { useTranslation } from 'react-i18next'
import { type StaffInvoice, staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { OrderTable } from '../OrderTable.tsx'

/** What a customer's invoice is made out for. */
export function StaffOrders({ row: { id } }: { row: StaffInvoice }) {
  const { t } = useTranslation(['invoices'])
  const { data, error, refetch } = useRead(staffInvoiceCalls.get, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return <OrderTable caption={t('order.caption')} orders={data.orders} />
}
