import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type Price, priceCalls, type PriceVersion } from '../../../contract/payments/prices.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { TierList } from './TierList.tsx'

const SetPrice = lazyDialog(async () => (await import('./SetPrice.tsx')).SetPrice)

/** Every product with what it costs now and what it will cost next. */
export function PriceBoard() {
  const now = useRead(priceCalls.current, { query: {} }, { staleTime: 0 })
  // The latest beginning first: what is to come stands on the first page.
  const versions = useRead(priceCalls.versions, { query: { pageSize: 100 } }, { staleTime: 0 })
  const [chosen, setChosen] = useState<Price>()
  const error = now.error ?? versions.error
  if (error) return <Failed error={error} retry={() => void Promise.all([now.refetch(), versions.refetch()])} />
  if (!now.data || !versions.data) return <Loading rows={3} />
  const { list } = versions.data
  return (
    <>
      <ul className="skz-prices">
        {now.data.list.map((price) => (
          <PriceCard key={price.id} price={price} next={nextOf(list, price)} onSet={() => setChosen(price)} />
        ))}
      </ul>
      {chosen && <SetPrice price={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const nextOf = (list: readonly PriceVersion[], { product }: Price) =>
  list.findLast((v) => v.product === product && v.state === 'future')

interface CardProps {
  price: Price
  next: PriceVersion | undefined
  onSet(): void
}

function PriceCard({ price: { product, tiers, partialPercent }, next, onSet }: CardProps) {
  const { t } = useTranslation(['payments'])
  const name = t(`choice.product.${product}`)
  const isFree = tiers.every(({ amount }) => amount === 0)
  return (
    <li>
      <h3>{name}</h3>
      <div className="skz-price">
        <TierList tiers={tiers} />
      </div>
      {!isFree && (
        <p className="skz-muted">
          {partialPercent === 0 ? t('price.partialNone') : t('price.partial', { percent: partialPercent })}
        </p>
      )}
      {next && (
        <p>
          {t('price.next', {
            at: formatInstant(next.effectiveAt).slice(0, 16),
            amount: next.amount === 0 ? t('price.free') : formatMoney(next.amount),
          })}
        </p>
      )}
      <Button onClick={onSet} aria-label={t('price.setOf', { name })}>
        {t('price.set')}
      </Button>
    </li>
  )
}
