import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../contract/kit/money.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import type { Steppable } from './steppable.ts'

/** What the office asks, and whether there is enough, before it is held. */
export function PayFee({ row, onClose }: { row: Steppable; onClose(): void }) {
  const { t } = useTranslation(['common', 'notarization'])
  const { can } = useConsole()
  const sees = can('money.read')
  const { data } = useRead(walletCalls.info, {}, { staleTime: 0, enabled: sees })
  useLiveRefresh(walletCalls.info, 'wallet')
  const notices = useNotices()
  const fee = row.fee ?? 0
  const short = data !== undefined && data.balance < fee
  const write = useWrite(orderCalls.step, {
    refresh: ['appraisals', 'bill'],
    quiet: true,
    onDone: () => (notices.done(t('notarization:action.pay.done')), onClose()),
  })
  return (
    <Modal
      open
      title={t('notarization:step.payTitle', { fee: formatMoney(fee) })}
      okText={t('notarization:action.pay.label')}
      cancelText={t('cancel')}
      confirmLoading={write.isPending}
      okButtonProps={{ disabled: short }}
      onCancel={onClose}
      onOk={() =>
        write.mutate(
          { params: { id: row.id, step: 'pay' }, body: { quoted: fee } },
          { onError: (error) => notices.refusal(error) },
        )
      }
    >
      <p className="skz-break">{row.title}</p>
      <p>{t('notarization:step.payLead')}</p>
      {data && (
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
