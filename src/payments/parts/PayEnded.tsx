import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type PayOrder, payOrderCalls, type VendorOrder } from '../../../contract/payments/pay-orders.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { paths } from '../paths.ts'

/** What came in, and what there is now. */
export function Paid({ order }: { order: PayOrder }) {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const { data } = useRead(walletCalls.info, {}, { staleTime: 0 })
  useLiveRefresh(walletCalls.info, 'wallet')
  return (
    <div className="skz-pay-end">
      <CheckCircleFilled aria-hidden className="skz-good" />
      <div role="status">
        <h2>{t('pay.paid', { amount: formatMoney(order.amount) })}</h2>
        {order.paidBack > 0 && <p>{t('pay.paidBack', { amount: formatMoney(order.paidBack) })}</p>}
        {order.paysFor ? (
          <p>{t('pay.paidFor')}</p>
        ) : (
          data && <p>{t('pay.paidLead', { balance: formatMoney(data.balance) })}</p>
        )}
      </div>
      {order.paysFor ? (
        <ToOrder id={order.paysFor} />
      ) : (
        <LinkButton to={paths.costs} type="primary">
          {t('pay.toCosts')}
        </LinkButton>
      )}
      {can('invoices.write') && <LinkButton to={paths.applyInvoice(order.id)}>{t('topUp.invoice')}</LinkButton>}
    </div>
  )
}

/** The order whose fee it was. */
function ToOrder({ id }: { id: string }) {
  const { t } = useTranslation(['payments'])
  return (
    <LinkButton to={`/judicialEvidence/order/${id}`} type="primary">
      {t('pay.toOrder')}
    </LinkButton>
  )
}

/** Nothing was paid; another order of the same kind can be begun. */
export function Closed({ order: { amount, channel, scene, paysFor } }: { order: VendorOrder }) {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const navigate = useNavigate()
  const [uniqueId] = useState(() => crypto.randomUUID())
  const write = useWrite(payOrderCalls.recharge, {
    refresh: ['recharges'],
    onDone: ({ id }) => void navigate(paths.pay(id)),
  })
  return (
    <div className="skz-pay-end">
      <CloseCircleFilled aria-hidden className="skz-muted" />
      <div role="status">
        <h2>{t('pay.closed')}</h2>
        <p>{t('pay.closedLead')}</p>
      </div>
      {/* A fee is paid again from its order, which may have gone on. */}
      {paysFor ? (
        <ToOrder id={paysFor} />
      ) : (
        can('money.pay') && (
          <Button
            type="primary"
            loading={write.isPending}
            onClick={() => write.mutate({ body: { amount, channel, scene, unique_id: uniqueId } })}
          >
            {t('pay.retry', { amount: formatMoney(amount) })}
          </Button>
        )
      )}
      <LinkButton to={paths.costs}>{t('pay.toCosts')}</LinkButton>
    </div>
  )
}
