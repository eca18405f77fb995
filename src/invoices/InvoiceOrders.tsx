import { useTranslation } from 'react-i18next'
import { type Invoice, invoiceCalls } from '../../contract/invoices/invoices.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { OrderTable } from './OrderTable.tsx'

/** What an invoice is made out for. */
export function InvoiceOrders({ row: { id } }: { row: Invoice }) {
  const { t } = useTranslation(['invoices'])
  const { data, error, refetch } = useRead(invoiceCalls.get, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return <OrderTable caption={t('order.caption')} orders={data.orders} />
}
