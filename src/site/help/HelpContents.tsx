import { useTranslation } from 'react-i18next'
import { anchorOf, type Section } from './sections.ts'

/** Beside the articles where there is room; a phone unfolds it, without scripts too. */
export function HelpContents({ sections }: { sections: Section[] }) {
  const { t } = useTranslation(['site'])
  return (
    <nav className="contents" aria-label={t('site:help.contents')}>
      <details>
        <summary>{t('site:help.contents')}</summary>
        <Links sections={sections} />
      </details>
      <div className="contents-side">
        <Links sections={sections} />
      </div>
    </nav>
  )
}

function Links({ sections }: { sections: Section[] }) {
  const { t } = useTranslation(['site'])
  return (
    <ul>
      {sections.map(({ section, articles }) => (
        <li key={section}>
          <a href={`#${anchorOf(section)}`}>{t(`site:help.section.${section}`)}</a>
          <ul>
            {articles.map(({ id, title, lang }) => (
              <li key={id} lang={lang}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
