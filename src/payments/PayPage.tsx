import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { isVendors, type PayOrder, payOrderCalls } from '../../contract/payments/pay-orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { FieldSheet } from '../kit/show/FieldSheet.tsx'
import { Closed, Paid } from './parts/PayEnded.tsx'
import { PayWaiting } from './parts/PayWaiting.tsx'
import { paths } from './paths.ts'
import recharges from './recharges.resource.tsx'

/** Milliseconds after which the service is asked again: news of it may be lost. */
const pause = 5_000

/** One payment: how to pay while it waits, and how it ended. What the vendor's page says when it sends the browser back changes nothing. */
export function PayPage() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id ? <Payment id={id} /> : <Navigate to={paths.recharges} replace />
}

function Payment({ id }: { id: string }) {
  const { t } = useTranslation(['payments'])
  const request = { params: { id } }
  const { data, error, refetch } = useRead(payOrderCalls.get, request, {
    staleTime: 0,
    every: (last) => last?.payState === 'waiting' && pause,
  })
  useLiveRefresh(payOrderCalls.get, 'wallet')
  const refresh = () => void refetch()
  return (
    <Page title={t('pay.title')}>
      {error ? (
        <Failed error={error} retry={refresh} />
      ) : !data ? (
        <Loading rows={6} />
      ) : (
        <>
          <Card>
            <Standing key={data.id} order={data} onChanged={refresh} />
          </Card>
          <FieldSheet resource={recharges} row={data} />
        </>
      )}
    </Page>
  )
}

function Standing({ order, onChanged }: { order: PayOrder; onChanged(): void }) {
  if (order.payState === 'paid') return <Paid order={order} />
  // What came by the bank is an order only once it is there.
  if (!isVendors(order)) return null
  if (order.payState === 'closed') return <Closed order={order} />
  return <PayWaiting order={order} onChanged={onChanged} />
}
