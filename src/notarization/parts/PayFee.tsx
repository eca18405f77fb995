import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../contract/kit/money.ts'
import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { sayKey } from '../../kit/resource/words.ts'
import { PayOnline } from './PayOnline.tsx'
import { sideOf } from './sides.ts'
import type { Steppable } from './steppable.ts'
import { useOrder } from './useOrder.ts'

interface Props {
  row: Steppable
  step: OrderStep
  onClose(): void
}

/** When what is held is collected, and when it goes back. */
const leadOf = (isListed: boolean, hasTerms: boolean) =>
  `notarization:step.${isListed ? 'placeLead' : hasTerms ? 'depositLead' : 'payLead'}` as const

/** What the office asks, set for the order or listed for all, and whether there is enough, before it is held. */
export function PayFee({ row, step, onClose }: Props) {
  const { t } = useTranslation(['common', 'notarization'])
  const { can } = useConsole()
  const sees = can('money.read')
  const { data } = useRead(walletCalls.info, {}, { staleTime: 0, enabled: sees })
  useLiveRefresh(walletCalls.info, 'wallet')
  const notices = useNotices()
  const { order } = useOrder('applicant', row.id)
  const isListed = factsOfKind(row.orderKind).steps[step]!.charges !== undefined
  const isGone = isListed && order?.office.listedFee === null
  const fee = (isListed ? order?.office.listedFee : row.fee) ?? 0
  const short = data !== undefined && data.balance < fee
  const write = useWrite(orderCalls.step, {
    refresh: [...sideOf.applicant.resources, 'bill'],
    quiet: true,
    onDone: () => (notices.done(sayKey(t, `notarization:action.${step}.done`)), onClose()),
  })
  return (
    <Modal
      open
      title={t(isListed ? 'notarization:step.placeTitle' : 'notarization:step.payTitle', { fee: formatMoney(fee) })}
      okText={sayKey(t, `notarization:action.${step}.label`)}
      cancelText={t('cancel')}
      confirmLoading={write.isPending}
      okButtonProps={{ disabled: short || isGone || !order }}
      onCancel={onClose}
      onOk={() =>
        write.mutate(
          { params: { id: row.id, step }, body: { quoted: fee } },
          { onError: (error) => notices.refusal(error) },
        )
      }
    >
      <p className="skz-break">{row.title}</p>
      <p>{t(leadOf(isListed, Boolean(order?.terms)))}</p>
      {isGone && (
        <p role="status" className="skz-bad">
          {t('notarization:step.unlisted')}
        </p>
      )}
      {!isListed && fee > 0 && can('money.pay') && <PayOnline orderId={row.id} />}
      {data && !isGone && (
        <p role="status" className={short ? 'skz-bad' : 'skz-muted'}>
          {t('notarization:step.balance', { balance: formatMoney(data.balance) })}
          {short && (
            <>
              {' '}
              {t('notarization:step.short')}{' '}
              <Link to={`/accountSetting/costCenter?topUp=${fee - data.balance}`}>
                {t('notarization:step.recharge')}
              </Link>
            </>
          )}
        </p>
      )}
    </Modal>
  )
}
