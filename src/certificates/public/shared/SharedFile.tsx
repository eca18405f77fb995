import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { PublicCertificate } from '../../../../contract/certificates/share.ts'
import { SharedPage } from '../SharedPage.tsx'
import { fileAt, filesAt } from './addresses.ts'
import { FilePlayer } from './FilePlayer.tsx'
import { FilesWithheld } from './FilesWithheld.tsx'

/** One file of shared evidence: shown or played, with its digests, and on to the others. */
export function SharedFile() {
  const [params] = useSearchParams()
  const [token, position] = [params.get('token') ?? '', Number(params.get('file') ?? 1)]
  const { t } = useTranslation(['site', 'certificates'])
  return (
    <SharedPage token={token} title={t('certificates:shared.file.title')} narrow>
      {(certificate) => (
        <>
          {certificate.withPackage ? (
            <OneOf certificate={certificate} token={token} position={position} />
          ) : (
            <FilesWithheld />
          )}
          <p className="buttons">
            <Link className="button" to={filesAt(token)}>
              {t('certificates:shared.files.open')}
            </Link>
            <Link className="button" to={`/attestation-mobile/${token}`}>
              {t('certificates:shared.toCertificate')}
            </Link>
          </p>
        </>
      )}
    </SharedPage>
  )
}

interface Props {
  certificate: PublicCertificate
  token: string
  position: number
}

function OneOf({ certificate: { files }, token, position }: Props) {
  const { t } = useTranslation(['certificates'])
  const file = files[position - 1]
  if (!file)
    return (
      <div className="result none" role="alert">
        <h2>{t('shared.file.missing')}</h2>
        <p>{t('shared.file.missingText', { count: files.length })}</p>
      </div>
    )
  return (
    <>
      <p className="note">{t('shared.file.place', { position, count: files.length })}</p>
      <FilePlayer key={position} token={token} position={position} file={file} />
      {files.length > 1 && (
        <nav className="buttons" aria-label={t('shared.file.steps')}>
          {position > 1 && (
            <Link className="button" to={fileAt(token, position - 1)} rel="prev">
              {t('shared.file.previous')}
            </Link>
          )}
          {position < files.length && (
            <Link className="button" to={fileAt(token, position + 1)} rel="next">
              {t('shared.file.next')}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
