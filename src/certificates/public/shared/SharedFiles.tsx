import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { playerOf } from '../../../../contract/certificates/shared-files.ts'
import { formatSize } from '../../../kit/plain/format.ts'
import { CertificateRows } from '../CertificateParts.tsx'
import { SharedPage } from '../SharedPage.tsx'
import { bytesAt, fileAt } from './addresses.ts'
import type { SharedFileRow } from './FileFacts.tsx'
import { FilesWithheld } from './FilesWithheld.tsx'

/** A larger picture is not worth its bytes in the size of a stamp. */
const thumbnailBytes = 2 * 1024 ** 2

/** The files of shared evidence, each leading to where it is looked at. */
export function SharedFiles() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { t } = useTranslation(['site', 'certificates'])
  return (
    <SharedPage token={token} title={t('certificates:shared.files.title')} narrow>
      {(certificate) => (
        <>
          <h2>{certificate.name}</h2>
          {certificate.withPackage ? (
            <>
              <p>{t('certificates:shared.files.lead')}</p>
              <ul className="file-cards">
                {certificate.files.map((file, i) => (
                  <li key={file.path}>
                    <FileCard token={token} position={i + 1} file={file} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <>
              <FilesWithheld />
              <article className="certificate in-hand">
                <CertificateRows certificate={certificate} />
              </article>
            </>
          )}
          <p className="buttons">
            <Link className="button" to={`/attestation-mobile/${token}`}>
              {t('certificates:shared.toCertificate')}
            </Link>
          </p>
        </>
      )}
    </SharedPage>
  )
}

function FileCard({ token, position, file }: { token: string; position: number; file: SharedFileRow }) {
  const { t } = useTranslation(['certificates'])
  const player = playerOf(file.fileType)
  return (
    <Link className="file-card" to={fileAt(token, position)}>
      <span className="file-card-picture">
        {player === 'image' && file.fileSize <= thumbnailBytes ? (
          <img src={bytesAt(token, position)} alt="" loading="lazy" />
        ) : (
          <span aria-hidden>{t(`shared.player.${player ?? 'none'}`)}</span>
        )}
      </span>
      <span className="skz-break">{file.fileName}</span>
      <span className="note">{`${t(`shared.player.${player ?? 'none'}`)} · ${formatSize(file.fileSize)}`}</span>
    </Link>
  )
}
