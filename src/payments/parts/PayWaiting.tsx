import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type PayOffer, payOrderCalls, type VendorOrder } from '../../../contract/payments/pay-orders.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { QrCode } from '../../kit/plain/QrCode.tsx'
import { Countdown } from './Countdown.tsx'

interface Props {
  order: VendorOrder
  onChanged(): void
}

/** How to pay an order, and how long there is to do it. */
export function PayWaiting({ order, onChanged }: Props) {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const { amount, channel, createdAt, expiresAt, offer, isSandbox } = order
  return (
    <div className="skz-pay">
      {offer && 'qr' in offer && (
        <div className="skz-pay-code">
          <QrCode text={offer.qr} label={t(`pay.code.${channel}`)} pixels={240} />
        </div>
      )}
      <div className="skz-pay-words">
        <p className="skz-muted">{t('pay.sum')}</p>
        <p className="skz-sum">{formatMoney(amount)}</p>
        {offer ? (
          <HowToPay offer={offer} order={order} />
        ) : (
          <Alert type="warning" showIcon title={t('pay.unanswered')} />
        )}
        {offer && isSandbox && <SandboxButton offer={offer} />}
        <Countdown from={createdAt} until={expiresAt} />
        {offer && <p className="skz-muted">{t('pay.waiting')}</p>}
        {can('money.pay') && <Buttons order={order} onChanged={onChanged} />}
      </div>
    </div>
  )
}

function HowToPay({ offer, order: { channel, isSandbox } }: { offer: PayOffer; order: VendorOrder }) {
  const { t } = useTranslation(['payments'])
  if ('qr' in offer) return <p>{t(`pay.scan.${channel}`)}</p>
  return isSandbox ? null : (
    <p>
      <Button type="primary" size="large" href={offer.url}>
        {t(`pay.open.${channel}`)}
      </Button>
    </p>
  )
}

/** The installation's own vendor takes a button for a phone. */
function SandboxButton({ offer }: { offer: PayOffer }) {
  const { t } = useTranslation(['payments'])
  return (
    <div className="skz-pay-sandbox">
      <Alert type="info" showIcon title={t('pay.sandbox')} />
      <Button
        type="primary"
        href={'qr' in offer ? offer.qr : offer.url}
        {...('qr' in offer && { target: '_blank', rel: 'noreferrer' })}
      >
        {t('pay.sandboxOpen')}
      </Button>
    </div>
  )
}

function Buttons({ order: { id, offer }, onChanged }: Props) {
  const { t } = useTranslation(['payments'])
  const notices = useNotices()
  const [asked, setAsked] = useState(false)
  const request = { params: { id } }
  const ask = useWrite(payOrderCalls.ask, { refresh: ['recharges'], onDone: () => (setAsked(true), onChanged()) })
  const close = useWrite(payOrderCalls.close, {
    refresh: ['recharges'],
    onDone: ({ payState }) => {
      if (payState === 'closed') notices.done(t('pay.cancelled'))
      onChanged()
    },
  })
  return (
    <>
      <p role="status">{asked && offer ? t('pay.notYet') : ''}</p>
      <div className="skz-form-foot">
        <Button loading={ask.isPending} onClick={() => ask.mutate(request)}>
          {offer ? t('pay.ask') : t('pay.again')}
        </Button>
        <Button type="text" loading={close.isPending} onClick={() => close.mutate(request)}>
          {t('pay.cancel')}
        </Button>
      </div>
    </>
  )
}
