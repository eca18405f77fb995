import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { priceCalls, Quote } from '../../../contract/payments/prices.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'

export type Cost = { quote: Quote } | { unknown: true }

/** What so many captures cost this account now; undefined until that is known. */
export function useCost(count: number, onGone: () => void) {
  const [cost, setCost] = useState<Cost>()
  const [turn, setTurn] = useState(0)
  const asked = Math.max(1, count)
  useEffect(() => {
    let gone = false
    ask<typeof priceCalls.quote>(
      { method: 'POST', path: 'price' },
      { body: { items: [{ product: 'capture.web', count: asked }] } },
      { keepsSession: true },
    ).then(
      (quote) => gone || setCost({ quote }),
      ({ code }: SiteError) => gone || (code === 'session-gone' ? onGone() : setCost({ unknown: true })),
    )
    return () => void (gone = true)
  }, [asked, turn, onGone])
  return { cost, again: useCallback(() => setTurn((n) => n + 1), []) }
}

export function CaptureCost({ cost }: { cost: Cost | undefined }) {
  const { t } = useTranslation(['certificates'])
  return (
    <div role="status">
      {cost && 'unknown' in cost && <p className="note">{t('phone.web.noQuote')}</p>}
      {cost && 'quote' in cost && <Costs quote={cost.quote} />}
    </div>
  )
}

function Costs({ quote: { total, items, covered } }: { quote: Quote }) {
  const { t } = useTranslation(['certificates'])
  const byPackage = items.reduce((sum, item) => sum + item.byPackage, 0)
  return (
    <p className="note">
      {byPackage > 0 && t('phone.web.byPackage', { count: byPackage })}{' '}
      {total > 0 ? t('phone.web.costs', { amount: formatMoney(total) }) : !byPackage && t('phone.web.free')}{' '}
      {!covered && (
        <strong>
          {t('phone.web.short')} <a href="/accountSetting/costCenter">{t('phone.web.topUp')}</a>
        </strong>
      )}
    </p>
  )
}
