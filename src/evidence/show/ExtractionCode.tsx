import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { QuoteLine } from '../../payments/parts/QuoteLine.tsx'
import { useDownloadPrice } from '../parts/useDownloadPrice.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'

/** Six digits that let whoever knows the preservation number take the package: for handing over by phone or on paper. */
export function ExtractionCode({ ano }: { ano: string }) {
  const { t } = useTranslation(['evidence'])
  const queries = useQueryClient()
  const notices = useNotices()
  const [made, setMade] = useState<string | null>(null)
  const state = useRead(deliveryCalls.codeState, { params: { ano } }, { staleTime: 0 })
  const refresh = () => void queries.invalidateQueries({ queryKey: ['call', deliveryCalls.codeState.path] })
  const make = useWrite(deliveryCalls.makeCode, { onDone: (reply) => (setMade(reply.code), refresh()) })
  const { quote, isPaying, pay } = useDownloadPrice([ano])
  async function create() {
    try {
      await pay()
      make.mutate({ body: { ano } })
    } catch (error) {
      notices.refusal(error)
    }
  }
  const end = useWrite(deliveryCalls.endCode, {
    onDone: () => (setMade(null), notices.done(t('code.ended')), refresh()),
  })
  const lift = useWrite(deliveryCalls.liftCodeRest, {
    onDone: () => (notices.done(t('code.unlocked')), refresh()),
  })
  if (state.isPending) return <Loading rows={2} />
  if (state.error) return <Failed error={state.error} retry={() => void state.refetch()} />
  const { expiresAt, lockedUntil } = state.data
  return (
    <section aria-labelledby="extraction-code">
      <h3 id="extraction-code">{t('code.title')}</h3>
      <p className="skz-lead">{t('code.lead')}</p>
      {made && (
        <Alert
          className="skz-made"
          type="success"
          showIcon
          title={t('code.made')}
          description={<CopyText text={made} label={t('code.code')} />}
        />
      )}
      {expiresAt && <p>{t('share.until', { at: formatInstant(expiresAt) })}</p>}
      {lockedUntil && (
        <Alert
          className="skz-made"
          type="warning"
          showIcon
          title={t('code.resting', { at: formatInstant(lockedUntil) })}
          description={t('code.restingNote')}
          action={
            <Button loading={lift.isPending} onClick={() => lift.mutate({ params: { ano } })}>
              {t('code.unlock')}
            </Button>
          }
        />
      )}
      {quote && <QuoteLine quote={quote} />}
      <span className="skz-actions">
        <Button loading={make.isPending || isPaying} disabled={quote?.covered === false} onClick={() => void create()}>
          {t(quote ? 'pay.code' : expiresAt ? 'code.replace' : 'code.make')}
        </Button>
        {expiresAt && (
          <Button danger loading={end.isPending} onClick={() => end.mutate({ params: { ano } })}>
            {t('code.end')}
          </Button>
        )}
      </span>
    </section>
  )
}
