import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { languageParameter } from '../../../contract/kit/language.ts'
import { type Language, switchLanguage } from '../../kit/plain/i18n.ts'
import { appearance, setAppearance } from '../../kit/plain/theme.ts'

/** A button that keeps what was typed; without scripts a link to the same page. */
export function LanguageSwitch() {
  const { i18n } = useTranslation()
  const [params, setParams] = useSearchParams()
  const other: Language = i18n.language === 'en' ? 'zh-CN' : 'en'
  const name = other === 'en' ? 'English' : '中文'
  async function change() {
    await switchLanguage(other)
    if (!params.has(languageParameter)) return
    // The address would win over the choice at the next visit.
    params.set(languageParameter, other)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <button type="button" className="plain scripted" lang={other} onClick={() => void change()}>
        {name}
      </button>
      <noscript>
        <a href={`?${languageParameter}=${other}`} lang={other} hrefLang={other}>
          {name}
        </a>
      </noscript>
    </>
  )
}

/** Both faces are written and the style shows one: which, the server cannot know. */
export function ThemeSwitch() {
  const { t } = useTranslation(['site'])
  return (
    <button
      type="button"
      className="plain scripted"
      onClick={() => setAppearance(appearance() === 'dark' ? 'light' : 'dark')}
    >
      <span className="when-light" aria-hidden>
        ☾
      </span>
      <span className="when-light skz-hidden">{t('site:toDark')}</span>
      <span className="when-dark" aria-hidden>
        ☀
      </span>
      <span className="when-dark skz-hidden">{t('site:toLight')}</span>
    </button>
  )
}
