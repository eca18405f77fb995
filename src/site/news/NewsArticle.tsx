import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { PageFacts } from '../../../contract/site/rendering.ts'
import type { NewsArticle as Article, shownCalls } from '../../../contract/content/shown.ts'
import { Answered } from '../parts/Answered.tsx'
import { type Asked, useAnswer } from '../parts/answers.ts'
import { readableHtml } from '../../kit/plain/readable-html.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { headingsFrom } from '../parts/headings.ts'
import { Day } from '../parts/Day.tsx'
import { Previewed } from '../parts/Previewed.tsx'
import { SiteShell } from '../parts/SiteShell.tsx'
import { Trail } from '../parts/Trail.tsx'
import { useFromTop } from '../parts/useFromTop.ts'
import { usePreview } from '../parts/usePreview.ts'
import { newsPath } from './wanted.ts'

/** As much of a text as search engines show where it has no summary. */
const longestDescription = 150

const pathOf = ({ id }: { id: string }) => `${newsPath()}/${id}`
const isMissing = ({ refused }: Asked<Article>) => refused?.code === 'not-found' || refused?.code === 'bad-parameter'

export function NewsArticle() {
  const { t } = useTranslation(['site'])
  const { id = '' } = useParams()
  const preview = usePreview()
  useFromTop(id)
  const asked = useAnswer<typeof shownCalls.news>(
    { method: 'GET', path: 'product/news/{id}' },
    { params: { id }, query: { preview } },
  )
  const { data: article } = asked
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    { name: t('site:news.title'), path: newsPath() },
    ...(article ? [{ name: article.title, path: pathOf(article) }] : []),
  ]
  if (isMissing(asked)) return <Missing />
  return (
    <SiteShell
      title={article?.title ?? t('site:news.title')}
      description={article ? descriptionOf(article) : t('site:news.lead')}
      facts={factsOf(article, trail)}
    >
      {article ? <Trail trail={trail} lang={article.lang} /> : <h1>{t('site:news.title')}</h1>}
      <Previewed />
      <Answered asked={asked}>{(found) => <Read article={found} />}</Answered>
    </SiteShell>
  )
}

const descriptionOf = ({ summary, content }: Article) => summary || readableHtml(content).slice(0, longestDescription)

const factsOf = (article: Article | undefined, trail: NonNullable<PageFacts['trail']>): PageFacts =>
  article
    ? { article: { publishedAt: article.date, modifiedAt: article.updatedAt }, picture: article.cover, trail }
    : {}

function Read({ article }: { article: Article }) {
  const { t } = useTranslation(['site'])
  const { type, title, date, source, cover, content, lang } = article
  return (
    <>
      <article className="article">
        <h1 lang={lang}>{title}</h1>
        <p className="news-facts">
          <span className="news-type">{t(`site:news.type.${type}`)}</span> <Day at={date} />{' '}
          <span>{t('site:news.source', { source })}</span>
        </p>
        {cover && (
          <SentPicture
            className="cover"
            address={cover}
            width={1200}
            height={675}
            sizes="(min-width: 820px) 760px, 94vw"
            inView="first"
          />
        )}
        {/* The service cleans it, when it is saved and when it is read. */}
        <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: headingsFrom(content, 2) }} />
      </article>
      <Near article={article} />
      <aside className="go-on" aria-labelledby="end">
        <h2 id="end">{t('site:news.end.title')}</h2>
        <p>{t('site:news.end.text')}</p>
        <p className="buttons">
          <Link className="button primary" to="/registry">
            {t('site:news.end.capture')}
          </Link>
          <Link className="button" to="/website-show/query">
            {t('site:news.end.check')}
          </Link>
        </p>
      </aside>
    </>
  )
}

function Near({ article: { prev, next } }: { article: Article }) {
  const { t } = useTranslation(['site'])
  if (!prev && !next) return null
  return (
    <nav className="near" aria-label={t('site:news.near.label')}>
      {prev && (
        <Link to={pathOf(prev)} rel="prev">
          <span className="note">{t('site:news.near.older')}</span> {prev.title}
        </Link>
      )}
      {next && (
        <Link to={pathOf(next)} rel="next">
          <span className="note">{t('site:news.near.newer')}</span> {next.title}
        </Link>
      )}
    </nav>
  )
}

function Missing() {
  const { t } = useTranslation(['site'])
  return (
    <SiteShell title={t('site:news.missing.title')} facts={{ missing: true }}>
      <h1>{t('site:news.missing.title')}</h1>
      <Previewed />
      <p>{t('site:news.missing.text')}</p>
      <p className="buttons">
        <Link className="button" to={newsPath()}>
          {t('site:news.all')}
        </Link>
      </p>
    </SiteShell>
  )
}
