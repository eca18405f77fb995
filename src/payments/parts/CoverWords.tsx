import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Cover } from '../../../contract/payments/prices.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { paths } from '../paths.ts'

/** Which money pays, and what is left. */
export function CoverWords({ cover: { promotional, prepaid, left } }: { cover: Cover }) {
  const { t } = useTranslation(['payments'])
  return (
    <p className="skz-muted skz-quote-cover">
      {promotional > 0 && <span>{t('quote.promotional', { amount: formatMoney(promotional) })}</span>}
      {prepaid > 0 && <span>{t('quote.prepaid', { amount: formatMoney(prepaid) })}</span>}
      <span>{t('quote.left', { amount: formatMoney(left) })}</span>
    </p>
  )
}

/** How much is missing, and the way to pay it in. */
export function ShortWords({ short }: { short: number }) {
  const { t } = useTranslation(['payments'])
  return (
    <>
      {t('quote.short', { amount: formatMoney(short) })}{' '}
      <LinkButton to={paths.topUp(short)}>{t('topUp.button')}</LinkButton>
    </>
  )
}
