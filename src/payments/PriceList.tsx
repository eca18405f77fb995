import { useTranslation } from 'react-i18next'
import { priceCalls } from '../../contract/payments/prices.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { TierList } from './parts/TierList.tsx'

/** What everything costs now, for whoever wants to know before they begin. */
export function PriceList() {
  const { t } = useTranslation(['payments'])
  const { data } = useRead(priceCalls.current, { query: {} }, { staleTime: 0 })
  if (!data) return null
  return (
    <details className="skz-price-list">
      <summary>{t('resource.prices.title')}</summary>
      <dl>
        {data.list.map(({ id, product, tiers }) => (
          <div key={id}>
            <dt>{t(`choice.product.${product}`)}</dt>
            <dd>
              <TierList tiers={tiers} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
