import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tier } from '../../../contract/payments/prices.ts'

/** The price of each, tier by tier. */
export function TierList({ tiers }: { tiers: readonly Tier[] }) {
  const { t } = useTranslation(['payments'])
  return (
    <ul className="skz-tiers">
      {tiers.map(({ from, amount }) => (
        <li key={from}>
          {amount === 0 ? t('price.free') : formatMoney(amount)}{' '}
          {from > 1 && <span className="skz-muted">{t('price.from', { from })}</span>}
        </li>
      ))}
    </ul>
  )
}
