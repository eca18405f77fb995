import { useTranslation } from 'react-i18next'
import { CopyText } from './CopyText.tsx'

/** What the service's own log knows a failed request by, to be passed on to whoever helps. */
export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      {t('requestId')} <CopyText text={id} label={t('requestId')} />
    </>
  )
}
