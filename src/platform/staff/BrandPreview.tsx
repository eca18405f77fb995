import { Radio } from 'antd'
import type { i18n } from 'i18next'
import { type CSSProperties, useEffect, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import type { Language } from '../../../contract/kit/language.ts'
import type { Appearance } from '../../../contract/platform/colours.ts'
import type { NotaryInfo } from '../../../contract/platform/dictionary.ts'
import { Contacts } from '../../kit/plain/Contacts.tsx'
import { wordsOf } from '../../kit/plain/i18n.ts'
import { infoOf, namesOf, shadesTyped, type Typed } from './preview-info.ts'

/** The website's own words, in either language whatever the console's is. */
const loaders = import.meta.glob<{ default: Record<string, unknown> }>('../../../locales/*/{common,operator,site}.json')

/** How website and certificates would look with the settings as they are typed. */
export function BrandPreview({ values }: { values: Typed }) {
  const { t, i18n } = useTranslation(['operator'])
  const [appearance, setAppearance] = useState<Appearance>('light')
  const [language, setLanguage] = useState<Language>(i18n.language === 'en' ? 'en' : 'zh-CN')
  const words = useWordsOf(language)
  return (
    <section className="skz-brand-preview" aria-label={t('preview.title')}>
      <div className="skz-row">
        <h2>{t('preview.title')}</h2>
        <Radio.Group
          aria-label={t('preview.appearance')}
          size="small"
          optionType="button"
          value={appearance}
          options={[
            { value: 'light', label: t('preview.light') },
            { value: 'dark', label: t('preview.dark') },
          ]}
          onChange={(e) => setAppearance(e.target.value as Appearance)}
        />
        <Radio.Group
          aria-label={t('preview.language')}
          size="small"
          optionType="button"
          value={language}
          options={[
            { value: 'zh-CN', label: t('preview.chinese') },
            { value: 'en', label: t('preview.english') },
          ]}
          onChange={(e) => setLanguage(e.target.value as Language)}
        />
      </div>
      <p className="skz-muted">{t('preview.lead')}</p>
      {words && (
        <I18nextProvider i18n={words}>
          <Drawn values={values} appearance={appearance} language={language} />
        </I18nextProvider>
      )}
    </section>
  )
}

function useWordsOf(language: Language): i18n | undefined {
  const [loaded, setLoaded] = useState<Partial<Record<Language, i18n>>>({})
  useEffect(() => {
    let left = false
    void wordsOf(loaders, language).then((words) => left || setLoaded((all) => ({ ...all, [language]: words })))
    return () => {
      left = true
    }
  }, [language])
  return loaded[language]
}

/** A picture of pages: nothing in it can be followed or reached by the keyboard. */
function Drawn({ values, appearance, language }: { values: Typed; appearance: Appearance; language: Language }) {
  const { t } = useTranslation(['site', 'operator'])
  const { zh, en } = namesOf(values)
  const info = infoOf(values)
  const name = language === 'en' ? en || zh : zh
  const style = shadesTyped(values, appearance) as CSSProperties
  return (
    <div inert lang={language} data-preview={appearance}>
      <div className={`skz-preview-site skz-as-${appearance}`} style={style}>
        <div className="skz-preview-head">
          <Logo info={info} appearance={appearance} />
          <strong>{name}</strong>
          <span className="skz-preview-link">{t('site:nav.help')}</span>
        </div>
        <div className="skz-preview-hero">
          <p className="skz-preview-headline">{t('site:home.headline')}</p>
          <p>{t('site:home.lead')}</p>
          <p className="skz-row">
            <span className="skz-preview-button">{t('site:home.register')}</span>
            <span className="skz-preview-link">{t('site:home.check')}</span>
          </p>
        </div>
        <div className="skz-preview-foot">
          <Contacts info={info} />
          <p>{name}</p>
        </div>
      </div>
      {/* Paper is white whatever the page's appearance. */}
      <div className="skz-preview-paper skz-as-light" style={shadesTyped(values, 'light') as CSSProperties}>
        <span>{name}</span>
        <strong>{t('operator:preview.certificate')}</strong>
      </div>
    </div>
  )
}

/** As `BrandLogo` chooses it by the appearance of the whole page. */
function Logo({ info, appearance }: { info: NotaryInfo; appearance: Appearance }) {
  const { whiteBottomLogoUrl: onWhite, blackBottomLogoUrl: onBlack } = info
  const [fitting, other] = appearance === 'light' ? [onWhite, onBlack] : [onBlack, onWhite]
  if (!fitting && !other) return <img src="/mark.svg" width={28} height={28} alt="" />
  const ground = fitting ? '' : appearance === 'light' ? ' on-black' : ' on-white'
  return <img className={`skz-logo${ground}`} src={fitting || other} height={28} alt="" />
}
