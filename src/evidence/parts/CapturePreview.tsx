import { useTranslation } from 'react-i18next'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useRead } from '../../kit/resource/useCall.ts'

interface Props {
  ano: string
  name: string
  statementSha256: string | null
}

/** The whole page in one picture, and the hash of the statement that confirming makes evidence of. */
export function CapturePreview({ ano, name, statementSha256 }: Props) {
  const { t } = useTranslation(['evidence'])
  const link = useByteLink()
  const { data, error, refetch } = useRead(webCaptureCalls.preview, { body: { no: ano } })
  return (
    <figure className="skz-preview">
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        // A scrolling region must be reachable without a pointer (WCAG 2.1.1).
        <div className="skz-preview-view" tabIndex={0} role="region" aria-label={t('tab.screenshot')}>
          <img src={link(data.imgUrl)} alt={t('confirm.picture', { name })} />
        </div>
      ) : (
        <Loading rows={6} />
      )}
      {statementSha256 && (
        <figcaption>
          {t('field.statementSha256')} <CopyText text={statementSha256} label={t('field.statementSha256')} />
        </figcaption>
      )}
    </figure>
  )
}
