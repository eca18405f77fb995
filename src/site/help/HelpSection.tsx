import { useTranslation } from 'react-i18next'
import type { HelpArticle } from '../../../contract/content/shown.ts'
import { headingsFrom } from '../parts/headings.ts'
import { useReady } from '../parts/SiteShell.tsx'
import { anchorOf, type Section } from './sections.ts'

/** Questions are folded until somebody asks them. */
export function HelpSection({ section, articles, isOpen }: Section & { isOpen: boolean }) {
  const { t } = useTranslation(['site'])
  const anchor = anchorOf(section)
  return (
    <section className="help-section" aria-labelledby={anchor}>
      <h2 id={anchor}>{t(`site:help.section.${section}`)}</h2>
      {articles.map((article) =>
        section === 'QUESTION' ? (
          <details key={article.id} id={article.id} className="question" open={isOpen}>
            <summary>
              <h3 lang={article.lang}>{article.title}</h3>
            </summary>
            <Text article={article} />
          </details>
        ) : (
          <article key={article.id} id={article.id} className="guide">
            <h3 lang={article.lang}>{article.title}</h3>
            {article.video && <Film article={article} video={article.video} />}
            <Text article={article} />
          </article>
        ),
      )}
    </section>
  )
}

interface FilmProps {
  article: HelpArticle
  video: NonNullable<HelpArticle['video']>
}

/** Loads nothing but its poster until somebody plays it; the text beneath says what it shows. */
function Film({ article: { title, lang }, video: { url, poster, captions } }: FilmProps) {
  const { t } = useTranslation(['site'])
  // No poster can be loaded lazily: what stands above is painted first.
  const isReady = useReady()
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a film without sound needs none
    <video
      className="film"
      controls
      playsInline
      preload="none"
      width={1280}
      height={720}
      src={url}
      {...(poster && isReady ? { poster } : {})}
      lang={lang}
      aria-label={title}
    >
      {captions.map((track) => (
        <track
          key={track.lang}
          kind="captions"
          src={track.url}
          srcLang={track.lang}
          label={t(`site:help.captions.${track.lang}`)}
          default={track.isOn}
        />
      ))}
    </video>
  )
}

/** The service cleans it, when it is saved and when it is read. */
const Text = ({ article: { content, lang } }: { article: HelpArticle }) => (
  <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: headingsFrom(content, 4) }} />
)
