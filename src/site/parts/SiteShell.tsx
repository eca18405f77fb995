import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageFacts } from '../../../contract/site/rendering.ts'
import { BrandLogo } from '../../kit/plain/BrandLogo.tsx'
import { isSignedIn } from '../../kit/plain/signed-in-mark.ts'
import { usePlatform } from './platform.ts'
import { useHead, usePlatformName } from './head.ts'
import { SiteFoot } from './SiteFoot.tsx'
import { SiteNav } from './SiteNav.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

interface Props {
  title: string
  description?: string | undefined
  narrow?: boolean
  /** Its form works without scripts. */
  works?: boolean
  /** What search engines are told beyond that. */
  facts?: PageFacts
  children: ReactNode
}

const never = () => () => {}

/** False in written HTML and while React takes it over. */
export const useReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Nobody is, in written HTML. */
export const useSignedIn = () => useSyncExternalStore(never, isSignedIn, () => false)

export function SiteShell({ title, description, narrow = false, works = false, facts, children }: Props) {
  const { t } = useTranslation(['site', 'common'])
  const platform = usePlatform()
  const name = usePlatformName()
  const info = platform?.basicInfo
  const signedIn = useSignedIn()
  useHead(title, description ?? t('site:home.lead'), facts)
  return (
    // What is typed or pressed before the scripts run would be lost, so fields and buttons wait for them.
    <fieldset role="presentation" className="site" disabled={!useReady() && !works}>
      <a className="skz-skip" href="#main">
        {t('site:skip')}
      </a>
      {platform?.mode === 'local' && (
        <div className="local" role="note">
          {t('site:local')}
        </div>
      )}
      <noscript>
        <div className="local">{t('site:noScript')}</div>
      </noscript>
      <header className="bar">
        <Link to="/" className="brand">
          <BrandLogo info={info} size={28} />
          <span>{name}</span>
        </Link>
        <SiteNav />
        <span className="grow" />
        {signedIn ? (
          <a className="own" href="/browse">
            {t('site:nav.console')}
          </a>
        ) : (
          <Link className="own" to="/login">
            {t('site:nav.login')}
          </Link>
        )}
        <span className="switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </span>
      </header>
      <main id="main" tabIndex={-1} className={narrow ? 'narrow' : 'wide'}>
        {children}
      </main>
      <SiteFoot />
    </fieldset>
  )
}
