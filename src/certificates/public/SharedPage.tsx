import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { useShared } from './useShared.ts'

interface Props {
  token: string
  /** What the address says that the evidence is. */
  ano?: string | undefined
  title?: string
  narrow?: boolean
  children(certificate: PublicCertificate): ReactNode
}

/** A page behind a share link: read-only, and only while the link is valid. */
export function SharedPage({ token, ano, title: named, narrow = false, children }: Props) {
  const { t } = useTranslation(['site'])
  const { certificate, error } = useShared(token, ano)
  const title = named ?? t('site:share.title')
  return (
    <SiteShell title={title} narrow={narrow}>
      <h1>{title}</h1>
      {error && (
        <div className="result none" role="alert">
          <h2>{t('site:share.gone')}</h2>
          <p>{error}</p>
        </div>
      )}
      {!error && !certificate && <p aria-busy="true">{t('site:loading')}</p>}
      {certificate?.expiresAt && (
        <p className="note">{t('site:share.until', { at: formatInstant(certificate.expiresAt) })}</p>
      )}
      {certificate && children(certificate)}
    </SiteShell>
  )
}
