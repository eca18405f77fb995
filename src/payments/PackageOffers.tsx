import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../contract/kit/money.ts'
import { packageCalls, type PackageOffer } from '../../contract/payments/packages.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { useRead } from '../kit/resource/useCall.ts'

const BuyPackage = lazyDialog(async () => (await import('./parts/BuyPackage.tsx')).BuyPackage)

/** What can be bought, each with what it saves. */
export function PackageOffers() {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const { data, error, refetch } = useRead(packageCalls.offers, {}, { staleTime: 0 })
  const [chosen, setChosen] = useState<PackageOffer>()
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (!data.list.length) return <p className="skz-muted">{t('package.noOffers')}</p>
  return (
    <>
      <ul className="skz-prices" aria-label={t('package.offers')}>
        {data.list.map((offer) => (
          <OfferCard key={offer.id} offer={offer} {...(can('money.pay') && { onBuy: () => setChosen(offer) })} />
        ))}
      </ul>
      {chosen && <BuyPackage offer={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function OfferCard({ offer, onBuy }: { offer: PackageOffer; onBuy?(): void }) {
  const { t } = useTranslation(['payments'])
  const { product, units, price, validDays, oneByOne } = offer
  const name = t(`choice.product.${product}`)
  const saved = oneByOne - price
  return (
    <li>
      <h3>{t('package.units', { count: units, name })}</h3>
      <p className="skz-package-price">{formatMoney(price)}</p>
      <p className="skz-muted">
        {price % units === 0 && <>{t('package.each', { each: formatMoney(price / units) })} · </>}
        {t('package.valid', { count: validDays })}
      </p>
      {saved > 0 && (
        <p className="skz-good">
          {t('package.saves', { amount: formatMoney(saved), percent: Math.floor((saved / oneByOne) * 100) })}
        </p>
      )}
      {onBuy && (
        <Button onClick={onBuy} aria-label={t('package.choose', { units, name })}>
          {t('package.choosePlain')}
        </Button>
      )}
    </li>
  )
}
