import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useChainClaim } from './platform.ts'

const places = [
  ['news', '/website-show/news'],
  ['help', '/website-show/help-document'],
  ['lawyers', '/website-show/lawyers'],
  ['query', '/website-show/query'],
  ['chain', '/chain'],
  ['api', '/docs'],
] as const

function Links() {
  const { t } = useTranslation(['site'])
  const { pathname } = useLocation()
  const hasChain = useChainClaim() !== 'none'
  return places
    .filter(([name]) => name !== 'chain' || hasChain)
    .map(([name, path]) => (
      <Link key={name} to={path} aria-current={pathname.startsWith(path) ? 'page' : undefined}>
        {t(`site:nav.${name}`)}
      </Link>
    ))
}

/** In a row where there is room; a phone unfolds them, without scripts too. */
export function SiteNav() {
  const { t } = useTranslation(['site'])
  const { pathname } = useLocation()
  return (
    <>
      <nav className="wide-nav" aria-label={t('site:nav.label')}>
        <Links />
      </nav>
      {/* Another page folds it again. */}
      <details className="folded-nav" key={pathname}>
        <summary>{t('site:nav.menu')}</summary>
        <nav aria-label={t('site:nav.label')}>
          <Links />
        </nav>
      </details>
    </>
  )
}
