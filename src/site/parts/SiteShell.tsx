import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BrandLogo } from '../../kit/plain/BrandLogo.tsx'
import { isSignedIn } from '../../kit/plain/signed-in-mark.ts'
import { Contacts } from '../../kit/plain/Contacts.tsx'
import { usePlatform } from './platform.ts'
import { useHead, usePlatformName } from './head.ts'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

interface Props {
  title: string
  description?: string | undefined
  narrow?: boolean
  children: ReactNode
}

const never = () => () => {}

/** False in written HTML and while React takes it over. */
const useReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Nobody is, in written HTML. */
export const useSignedIn = () => useSyncExternalStore(never, isSignedIn, () => false)

export function SiteShell({ title, description, narrow = false, children }: Props) {
  const { t } = useTranslation(['site', 'common'])
  const platform = usePlatform()
  const name = usePlatformName()
  const info = platform?.basicInfo
  const signedIn = useSignedIn()
  useHead(title, description ?? t('site:home.lead'))
  return (
    // What is typed or pressed before the scripts run would be lost, so fields and buttons wait for them.
    <fieldset role="presentation" className="site" disabled={!useReady()}>
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
        <nav aria-label={t('site:nav.label')}>
          <Link to="/website-show/query">{t('site:nav.query')}</Link>
          {signedIn ? <a href="/browse">{t('site:nav.console')}</a> : <Link to="/login">{t('site:nav.login')}</Link>}
        </nav>
        <span className="grow" />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={narrow ? 'narrow' : 'wide'}>
        {children}
      </main>
      <footer className="foot">
        <Contacts info={info} />
        <div className="foot-links">
          <Link to="/service-agreement">{t('site:nav.agreement')}</Link>
          <Link to="/privacy-one">{t('site:nav.privacy')}</Link>
          <Link to="/chain">{t('site:nav.chain')}</Link>
          <Link to="/docs">{t('site:nav.api')}</Link>
          {info?.helpHomePageUrl && (
            <a href={info.helpHomePageUrl} rel="noreferrer">
              {t('common:contacts.help')}
            </a>
          )}
        </div>
      </footer>
    </fieldset>
  )
}
