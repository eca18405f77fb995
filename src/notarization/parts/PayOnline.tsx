import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { payOrderCalls } from '../../../contract/payments/pay-orders.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { payPath } from '../../payments/parts/pay-path.ts'
import { payIcons, vendorWaysHere } from '../../payments/parts/pay-ways.tsx'
import { sideOf } from './sides.ts'

/** The ways to pay a whole fee through a vendor: the order goes on once it is paid. */
export function PayOnline({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['notarization', 'payments'])
  const { data } = useRead(payOrderCalls.ways, {})
  const navigate = useNavigate()
  const notices = useNotices()
  const write = useWrite(notarizationCalls.payOnline, {
    refresh: ['recharges', ...sideOf.applicant.resources],
    quiet: true,
    onDone: ({ id }) => void navigate(payPath(id)),
  })
  const ways = data ? vendorWaysHere(data.list, 'fee') : []
  if (!ways.length) return null
  return (
    <section aria-label={t('step.online')}>
      <p>{t('step.online')}</p>
      <p className="skz-actions">
        {ways.map(({ channel, scene }) => (
          <Button
            key={`${channel}.${scene}`}
            icon={<span className={`skz-way-${channel}`}>{payIcons[channel]}</span>}
            disabled={write.isPending}
            onClick={() =>
              write.mutate(
                { params: { channel }, body: { orderId, scene } },
                { onError: (error) => notices.refusal(error) },
              )
            }
          >
            {t(`payments:way.${channel}.${scene}`)}
          </Button>
        ))}
      </p>
    </section>
  )
}
