import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { feedbackCalls } from '../../../contract/evidence/feedback.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { Pictures } from '../../kit/page/Pictures.tsx'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'

/** How the last feedback on this evidence stands; nothing where there is none. */
export function FeedbackNotice({ ano }: { ano: string }) {
  const { t } = useTranslation(['evidence'])
  const queries = useQueryClient()
  useLiveRefresh(feedbackCalls.latest, 'evidence')
  useLiveRefresh(feedbackCalls.latest, 'wallet')
  const { data } = useRead(feedbackCalls.latest, { params: { ano } })
  const withdraw = useWrite(feedbackCalls.withdraw, {
    onDone: () => void queries.invalidateQueries({ queryKey: ['call', feedbackCalls.latest.path] }),
  })
  if (!data || data.feedbackStatus === 'WITHDRAWN') return null
  const open = data.feedbackStatus === 'REVIEWING'
  return (
    <Alert
      type={open ? 'info' : data.feedbackStatus === 'PASS' ? 'success' : 'warning'}
      showIcon
      title={t(`feedback.state.${data.feedbackStatus}`)}
      description={
        <>
          {data.content}
          <Pictures urls={data.images.map((i) => i.url)} nameOf={(n) => t('feedback.picture', { n })} />
          {data.reply && (
            <p>
              <strong>{t('feedback.reply')}</strong> {data.reply}
            </p>
          )}
          {data.refunded > 0 && <p>{t('feedback.refunded', { amount: formatMoney(data.refunded) })}</p>}
          {data.refundedUnits > 0 && <p>{t('feedback.refundedUnits', { units: data.refundedUnits })}</p>}
        </>
      }
      action={
        open && (
          <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate({ query: { id: data.id } })}>
            {t('feedback.withdraw')}
          </Button>
        )
      }
    />
  )
}
