import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { OrderKind } from '../../contract/notarization/order-kinds.ts'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'

interface Props {
  kind: OrderKind
  children(order: OrderInfo | undefined): ReactNode
}

/** What is asked for: of a new order, or of one that can still be changed (`?order=`). */
export function OrderFormPage({ kind, children }: Props) {
  const { t } = useTranslation(['notarization'])
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const { data, error, refetch } = useRead(
    orderCalls.get,
    { params: { id: orderId ?? '' } },
    { staleTime: 0, enabled: orderId !== null },
  )
  return (
    <Page title={t(`form.${kind}.title`)} lead={t(`form.${kind}.lead`)}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : orderId && !data ? (
        <Loading rows={8} />
      ) : (
        <Fragment key={data?.id ?? ''}>{children(data)}</Fragment>
      )}
    </Page>
  )
}
