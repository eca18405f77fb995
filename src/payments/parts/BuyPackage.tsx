import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { packageCalls, type PackageOffer, type TradePrice } from '../../../contract/payments/packages.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { CoverWords, ShortWords } from './CoverWords.tsx'

/** What a package costs, what it saves and which money pays for it, before it is bought. */
export function BuyPackage({ offer, onClose }: { offer: PackageOffer; onClose(): void }) {
  const { t } = useTranslation(['common', 'payments'])
  const { id, product, units, price, validDays } = offer
  const request = { body: { bizType: 'package' as const, bizId: id } }
  const { data, error, refetch } = useRead(packageCalls.price, request, { staleTime: 0 })
  useLiveRefresh(packageCalls.price, 'wallet')
  const [uniqueId] = useState(() => crypto.randomUUID())
  const notices = useNotices()
  const write = useWrite(packageCalls.buy, {
    refresh: ['packages', 'bill'],
    quiet: true,
    onDone: () => (notices.done(t('payments:package.done')), onClose()),
  })
  const buy = () =>
    write.mutate(
      { body: { offerId: id, quoted: price, unique_id: uniqueId } },
      { onError: (refusal) => notices.refusal(refusal) },
    )
  return (
    <Modal
      open
      title={t('payments:package.confirm')}
      okText={t('payments:package.go', { amount: formatMoney(price) })}
      cancelText={t('cancel')}
      confirmLoading={write.isPending}
      okButtonProps={{ disabled: !data?.balanceEnough }}
      onCancel={onClose}
      onOk={buy}
    >
      <p>
        <strong>{t('payments:package.units', { count: units, name: t(`payments:choice.product.${product}`) })}</strong>
        <span className="skz-muted"> {t('payments:package.valid', { count: validDays })}</span>
      </p>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <Sum price={data} />
      ) : (
        <Loading rows={3} />
      )}
      <p className="skz-muted">{t('payments:package.final')}</p>
    </Modal>
  )
}

function Sum({ price: { amount, discount, payable, cover, balanceEnough } }: { price: TradePrice }) {
  const { t } = useTranslation(['payments'])
  return (
    <div className="skz-quote" role="status">
      {discount > 0 && (
        <p className="skz-muted">
          {t('package.singly')} <s>{formatMoney(amount)}</s> · {t('package.save')} {formatMoney(discount)}
        </p>
      )}
      <p>
        {t('package.payable')} <strong className="skz-quote-sum">{formatMoney(payable)}</strong>
      </p>
      {balanceEnough ? (
        <CoverWords cover={cover} />
      ) : (
        <p className="skz-bad">
          <ShortWords short={cover.short} />
        </p>
      )}
    </div>
  )
}
