import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { priceCalls, type Quote } from '../../../contract/payments/prices.ts'
import type { Product } from '../../../contract/payments/products.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { CoverWords, ShortWords } from './CoverWords.tsx'

/** What so many of a product cost this account now. Send `quoted` with the act, so that nobody pays what they were not shown. */
export function useQuote(product: Product, count: number) {
  const request = { body: { items: [{ product, count: Math.max(1, count) }] } }
  const { data: quote, refetch } = useRead(priceCalls.quote, request, { staleTime: 0 })
  useLiveRefresh(priceCalls.quote, 'wallet')
  return { quote, quoted: quote && { quoted: quote.total }, refetch }
}

/** What an act costs, what pays for it and what is left, before it begins. */
export function QuoteLine({ quote }: { quote: Quote | undefined }) {
  const { t } = useTranslation(['payments'])
  return (
    <div className="skz-quote" role="status">
      {quote && <ByPackage quote={quote} />}
      {quote && quote.total > 0 && <Costs quote={quote} />}
      {quote && quote.total === 0 && !unitsOf(quote) && <p>{t('quote.free')}</p>}
    </div>
  )
}

/** How many of it packages pay for. */
export const unitsOf = ({ items }: Quote) => items.reduce((sum, { byPackage }) => sum + byPackage, 0)

/** Which packages pay, and what is left of them: whoever may not see what the account has learns only that one does. */
function ByPackage({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['payments'])
  const { packages } = quote
  if (!unitsOf(quote)) return null
  if (!packages.length) return <p>{t('quote.somePackage')}</p>
  return packages.map(({ id, packageNumber, units, left }) => (
    <p key={id}>{t('quote.byPackage', { count: units, number: packageNumber, left })}</p>
  ))
}

function Costs({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['payments'])
  const { total, items, covered, cover, budget } = quote
  const costing = items.filter(({ amount }) => amount > 0)
  const one = costing.length === 1 ? costing[0]! : undefined
  const paid = one ? one.count - one.byPackage : 0
  const each = one && paid > 1 && one.amount % paid === 0 ? one.amount / paid : undefined
  return (
    <>
      <p>
        {t(unitsOf(quote) ? 'quote.rest' : 'quote.costs')}{' '}
        <strong className="skz-quote-sum">{formatMoney(total)}</strong>{' '}
        {each !== undefined && (
          <span className="skz-muted">{t('quote.each', { count: paid, each: formatMoney(each) })}</span>
        )}
      </p>
      {costing.length > 1 &&
        costing.map(({ product, count, byPackage, amount }) => (
          <p key={product} className="skz-muted">
            {t('quote.item', {
              name: t(`choice.product.${product}`),
              count: count - byPackage,
              amount: formatMoney(amount),
            })}
          </p>
        ))}
      {cover && covered && (
        <>
          <CoverWords cover={cover} />
          <div aria-hidden className="skz-shares skz-quote-shares">
            <span style={{ flexGrow: total }} />
            <span style={{ flexGrow: cover.left }} />
          </div>
        </>
      )}
      {covered && costing.some(({ product }) => product !== 'download') && (
        <p className="skz-muted">{t('quote.held')}</p>
      )}
      {budget && <BudgetLine total={total} {...budget} />}
      {!covered && !(budget && budget.left < total) && (
        <p className="skz-bad">{cover ? <ShortWords short={cover.short} /> : t('quote.shortOfOwner')}</p>
      )}
    </>
  )
}

/** What a sub-account may still spend this month, and what of it this takes. */
function BudgetLine({ total, limit, left }: { total: number; limit: number; left: number }) {
  const { t } = useTranslation(['payments'])
  if (left < total) return <p className="skz-bad">{t('quote.overBudget', { left: formatMoney(left) })}</p>
  return (
    <p className="skz-muted">{t('quote.budget', { left: formatMoney(left - total), limit: formatMoney(limit) })}</p>
  )
}
