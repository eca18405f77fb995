import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { SharedPage } from '../SharedPage.tsx'
import { CheckAgainst } from './CheckAgainst.tsx'
import { Digest } from './Digest.tsx'
import { FileFacts } from './FileFacts.tsx'

/** As they are typed; `FILE` stands for the reader's own file. */
const commands = [
  ['Linux', 'sha256sum FILE'],
  ['macOS', 'shasum -a 256 FILE'],
  ['Windows', 'certutil -hashfile FILE SHA256'],
] as const

/** The digests of what was sealed, to compare files with: here, or by oneself. */
export function SharedDigests() {
  const { token = '' } = useParams()
  const { t } = useTranslation(['site', 'certificates'])
  return (
    <SharedPage token={token} title={t('certificates:shared.digest.title')} narrow>
      {(certificate) => (
        <>
          <p>{t('certificates:shared.digest.lead')}</p>
          <article className="certificate in-hand">
            <h2>{certificate.name}</h2>
            <p className="note">{certificate.ano}</p>
            <h3>{t('certificates:shared.digest.statement')}</h3>
            <dl>
              <Digest
                name="SHA-256"
                value={certificate.statementSha256}
                of={t('certificates:shared.digest.statement')}
              />
            </dl>
            {certificate.files.map((file) => (
              <section key={file.path}>
                <h3 className="skz-break">{file.fileName}</h3>
                <FileFacts file={file} />
              </section>
            ))}
          </article>
          <CheckAgainst files={certificate.files} />
          <h2 className="after">{t('certificates:shared.digest.yourself')}</h2>
          <p>{t('certificates:shared.digest.yourselfText')}</p>
          <dl className="commands">
            {commands.map(([system, command]) => (
              <div key={system}>
                <dt>{system}</dt>
                <dd>
                  <code>{command}</code>
                </dd>
              </div>
            ))}
          </dl>
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
