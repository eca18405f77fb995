import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Language, switchLanguage } from '../../kit/i18n.ts'
import { setAppearance, useAppearance } from '../../kit/theme.ts'
import { usePlatform } from '../platform.ts'
import { wordLoaders } from '../words.ts'

export function SiteShell({ title, narrow = false, children }: { title: string; narrow?: boolean; children: ReactNode }) {
  const { t, i18n } = useTranslation(['site'])
  const platform = usePlatform()
  const look = useAppearance()
  const name = i18n.language === 'en' ? platform?.frontPlatformInfo.basicInfo.platformNameEn : platform?.frontPlatformInfo.basicInfo.platformName
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title
  }, [title, name])
  const other: Language = i18n.language === 'en' ? 'zh-CN' : 'en'
  return (
    <div className="site">
      <a className="skz-skip" href="#main">{t('site:skip')}</a>
      {platform?.mode === 'local' && <div className="local" role="note">{t('site:local')}</div>}
      <header className="bar">
        <Link to="/" className="brand"><img src="/mark.svg" width={28} height={28} alt="" /><span>{name ?? ''}</span></Link>
        <nav aria-label={t('site:nav.label')}>
          <Link to="/website-show/query">{t('site:nav.query')}</Link>
          <Link to="/login">{t('site:nav.login')}</Link>
        </nav>
        <span className="grow" />
        <button type="button" className="plain" lang={other} onClick={() => void switchLanguage(wordLoaders, other)}>{other === 'en' ? 'English' : '中文'}</button>
        <button type="button" className="plain" aria-label={t(look === 'dark' ? 'site:toLight' : 'site:toDark')} onClick={() => setAppearance(look === 'dark' ? 'light' : 'dark')}>{look === 'dark' ? '☀' : '☾'}</button>
      </header>
      <main id="main" tabIndex={-1} className={narrow ? 'narrow' : 'wide'}>{children}</main>
      <footer className="foot">
        <Link to="/service-agreement">{t('site:nav.agreement')}</Link>
        <Link to="/privacy-one">{t('site:nav.privacy')}</Link>
        <a href="/docs/json">{t('site:nav.api')}</a>
      </footer>
    </div>
  )
}
