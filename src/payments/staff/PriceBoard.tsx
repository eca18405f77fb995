import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { PriceState, PriceVersion } from '../../../contract/payments/prices.ts'
import { factsOfProduct, productNames } from '../../../contract/payments/products.ts'
import { useResourceList } from '../../kit/list/useResourceList.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { WaitingChanges } from '../../platform/parts/WaitingChanges.tsx'
import { TierList } from '../parts/TierList.tsx'

const SetPrice = lazyDialog(async () => (await import('./SetPrice.tsx')).SetPrice)

const stateOf = (state: PriceState) => ({ page: 1, pageSize: 100, sort: '-effectiveAt', filters: { state } })

/** Every product with what it costs now and what it will cost next. */
export function PriceBoard() {
  const now = useResourceList<PriceVersion>({ name: 'prices' }, stateOf('current'))
  const next = useResourceList<PriceVersion>({ name: 'prices' }, stateOf('future'))
  const [chosen, setChosen] = useState<PriceVersion>()
  const error = now.query.error ?? next.query.error
  if (error) return <Failed error={error} retry={() => void Promise.all([now.query.refetch(), next.query.refetch()])} />
  if (now.query.isLoading || next.query.isLoading) return <Loading rows={3} />
  const inOrder = productNames.flatMap((product) => now.rows.find((p) => p.product === product) ?? [])
  return (
    <>
      <WaitingChanges kind="price" />
      <ul className="skz-prices">
        {inOrder.map((price) => (
          <PriceCard
            key={price.id}
            price={price}
            // The latest stands first.
            next={next.rows.findLast(({ product }) => product === price.product)}
            onSet={() => setChosen(price)}
          />
        ))}
      </ul>
      {chosen && <SetPrice price={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function partialWords(t: TFunction<['payments']>, percent: number): string {
  if (percent === 0) return t('price.partialNone')
  return percent === 100 ? t('price.partialFull') : t('price.partial', { percent })
}

interface CardProps {
  price: PriceVersion
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
      {!isFree && factsOfProduct(product).isEvidence && <p className="skz-muted">{partialWords(t, partialPercent)}</p>}
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
