import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SiteShell } from '../parts/SiteShell.tsx'
import { Trail } from '../parts/Trail.tsx'

const paths = {
  agreement: '/service-agreement',
  privacy: '/privacy-one',
  identity: '/privacy-two',
  collected: '/privacy-three',
  shared: '/privacy-four',
} as const
type Page = keyof typeof paths
const pages = Object.keys(paths) as Page[]

/** One of the documents by which the platform is used: where it stands, what it is about, and the others. */
export function LegalPage({ page, children }: { page: Page; children: ReactNode }) {
  const { t } = useTranslation(['site'])
  const title = t(`site:legal.${page}.title`)
  const about = t(`site:legal.${page}.about`)
  const above = page === 'agreement' || page === 'privacy' ? [] : (['privacy'] as const)
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    ...above.map((one) => ({ name: t(`site:legal.${one}.title`), path: paths[one] })),
    { name: title, path: paths[page] },
  ]
  return (
    <SiteShell title={title} description={about} facts={{ trail }}>
      <Trail trail={trail} />
      <h1>{title}</h1>
      <p className="lead">{about}</p>
      {children}
      <nav className="legal-links" aria-labelledby="legal-links">
        <h2 id="legal-links">{t('site:legal.others')}</h2>
        <ul>
          {pages
            .filter((other) => other !== page)
            .map((other) => (
              <li key={other}>
                <Link to={paths[other]}>{t(`site:legal.${other}.title`)}</Link>
              </li>
            ))}
        </ul>
      </nav>
    </SiteShell>
  )
}
