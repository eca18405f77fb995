import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../contract/kit/money.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { BalanceAlert } from './parts/BalanceAlert.tsx'
import { PackagesLeft } from './parts/PackagesLeft.tsx'
import { Spending } from './parts/Spending.tsx'
import { TopUpButton } from './parts/TopUpButton.tsx'
import { paths } from './paths.ts'
import { PriceList } from './PriceList.tsx'

/** What the account can spend, of what kind it is, and what is held. */
export function Balance() {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const { data, error, refetch } = useRead(walletCalls.info, {}, { staleTime: 0 })
  useLiveRefresh(walletCalls.info, 'wallet')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={2} />
  const { balance, prepaid, promotional, reserved, stopped, alertBelow } = data
  return (
    <>
      {stopped && <Alert type="error" showIcon title={t('balance.stopped')} className="skz-gap" />}
      <dl className="skz-sums">
        <div>
          <dt>{t('balance.available')}</dt>
          <dd className="skz-sum">{formatMoney(balance)}</dd>
          <dd className="skz-muted">
            {t('balance.parts', { prepaid: formatMoney(prepaid), promotional: formatMoney(promotional) })}
          </dd>
          <dd aria-hidden className="skz-shares">
            <span style={{ flexGrow: prepaid }} />
            <span style={{ flexGrow: promotional }} />
          </dd>
          <dd className="skz-sums-foot">
            {can('money.pay') && (
              <>
                <TopUpButton />
                <LinkButton to={paths.recharges}>{t('topUp.records')}</LinkButton>
                {can('invoices.write') && <LinkButton to={paths.applyInvoice()}>{t('topUp.invoice')}</LinkButton>}
              </>
            )}
            <LinkButton to={paths.statements}>{t('statement.all')}</LinkButton>
          </dd>
        </div>
        <div>
          <dt>{t('balance.reserved')}</dt>
          <dd className="skz-sum">{formatMoney(reserved)}</dd>
          <dd className="skz-muted">{t('balance.reservedNote')}</dd>
        </div>
      </dl>
      <BalanceAlert below={alertBelow} />
      <PackagesLeft />
      <Spending />
      <PriceList />
    </>
  )
}
