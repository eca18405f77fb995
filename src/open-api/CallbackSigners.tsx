import { useTranslation } from 'react-i18next'
import { callbackCalls } from '../../contract/open-api/callbacks.ts'
import { Card } from '../kit/page/Card.tsx'
import { CopyText } from '../kit/page/CopyText.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'

/** The public keys that a receiver verifies with. */
export function CallbackSigners() {
  const { t } = useTranslation(['open-api'])
  const { data, error, refetch } = useRead(callbackCalls.signers, {})
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Card title={t('open-api:callbacks.verify')}>
      <p className="skz-reading">{t('open-api:callbacks.verifyLead')}</p>
      {data.list.map(({ publicKey, signsUntil }) => (
        <p key={publicKey}>
          <CopyText text={publicKey} label={t('open-api:callbacks.publicKey')} />
          {signsUntil && <small> {t('open-api:callbacks.signsUntil', { at: formatInstant(signsUntil) })}</small>}
        </p>
      ))}
    </Card>
  )
}
