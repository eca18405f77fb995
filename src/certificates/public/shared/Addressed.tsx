import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { PublicCertificate } from '../../../../contract/certificates/share.ts'
import { SiteShell, useReady } from '../../../site/parts/SiteShell.tsx'
import { SharedPage } from '../SharedPage.tsx'
import type { SharedFileRow } from './FileFacts.tsx'
import { FilesWithheld } from './FilesWithheld.tsx'
import { NotOurs } from './NotOurs.tsx'
import type { OwnFile } from './own-address.ts'

interface Props<A extends OwnFile> {
  title: string
  read(pathname: string, origin: string): A | undefined
  /** Whether the file is what the address says. */
  fits(asked: A, file: SharedFileRow, certificate: PublicCertificate): boolean
  children(asked: A, file: SharedFileRow): ReactNode
}

/** A page whose path carries the address of a file: it is read, never followed, and asks for nothing before it is ours. */
export function Addressed<A extends OwnFile>({ title, read, fits, children }: Props<A>) {
  const { t } = useTranslation(['site', 'certificates'])
  // As the browser shows it: the router has decoded what it hands on.
  const { pathname } = useLocation()
  const ready = useReady()
  const asked = ready ? read(pathname, window.location.origin) : undefined
  if (!asked)
    return (
      <SiteShell title={title} narrow>
        <h1>{title}</h1>
        {ready ? <NotOurs /> : <p aria-busy="true">{t('site:loading')}</p>}
      </SiteShell>
    )
  const { token, position } = asked
  return (
    <SharedPage key={`${token} ${position}`} token={token} title={title} narrow>
      {(certificate) => {
        const file = certificate.files[position - 1]
        if (!file || !fits(asked, file, certificate)) return <NotOurs />
        return (
          <>
            {certificate.withPackage ? children(asked, file) : <FilesWithheld />}
            <p className="buttons">
              <Link className="button" to={`/attestation-mobile/${token}`}>
                {t('certificates:shared.whole')}
              </Link>
            </p>
          </>
        )
      }}
    </SharedPage>
  )
}
