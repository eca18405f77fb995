import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { addressOf } from '../../../../contract/platform/picture-widths.ts'
import { formatInstant } from '../../../kit/plain/format.ts'
import { usePlatformName } from '../../../site/parts/head.ts'
import { usePlatform } from '../../../site/parts/platform.ts'
import { SharedPage } from '../SharedPage.tsx'

/** What a mini program opens outside of itself: the certificate in brief, on to the whole of it and to the platform. */
export function MiniProgramLanding() {
  const { id = '' } = useParams()
  const { t } = useTranslation(['site', 'certificates'])
  const name = usePlatformName()
  const qrCode = usePlatform()?.basicInfo.qrCodeUrl
  return (
    <SharedPage token={id} narrow>
      {(certificate) => (
        <>
          <article className="certificate in-hand">
            <h2>{certificate.name}</h2>
            <dl>
              {[
                [t('site:cert.number'), certificate.ano],
                [t('site:cert.owner'), certificate.ownerMasked],
                [t('site:cert.sealed'), formatInstant(certificate.sealedAt)],
              ].map(([what, value]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </article>
          <p className="buttons">
            <Link className="button primary" to={`/attestation-mobile/${id}`}>
              {t('certificates:shared.whole')}
            </Link>
            <Link className="button" to={`/att-mobile-hash/${id}`}>
              {t('certificates:shared.digest.open')}
            </Link>
          </p>
          {qrCode && (
            <figure className="scan">
              <img
                src={addressOf(qrCode, 640)}
                width={168}
                height={168}
                alt={t('certificates:shared.landing.scan', { name })}
              />
              <figcaption className="note">{t('certificates:shared.landing.scanText')}</figcaption>
            </figure>
          )}
        </>
      )}
    </SharedPage>
  )
}
