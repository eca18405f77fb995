import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { NewsItem, shownCalls } from '../../../contract/content/shown.ts'
import { Answered } from '../parts/Answered.tsx'
import { useAnswer } from '../parts/answers.ts'
import { Banners } from '../parts/Banners.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Previewed } from '../parts/Previewed.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { SiteShell } from '../parts/SiteShell.tsx'
import { Trail } from '../parts/Trail.tsx'
import { useFromTop } from '../parts/useFromTop.ts'
import { NewsCard } from './NewsCard.tsx'
import { newsPath, types, type Wanted, wantedIn } from './wanted.ts'

const pageSize = 10

/** What the platform tells: all of it, of one type, or what has a word in it. */
export function News() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const wanted = wantedIn(params)
  const { type, q, page } = wanted
  useFromTop(String(page))
  const asked = useAnswer<typeof shownCalls.newsList>(
    { method: 'POST', path: 'product/news/list' },
    { body: { pageNum: page, pageSize, type, keyWord: q } },
  )
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    { name: t('site:news.title'), path: newsPath() },
  ]
  const title = [
    type && t(`site:news.type.${type}`),
    t('site:news.title'),
    page > 1 && t('site:news.pages.page', { page }),
  ]
  return (
    <SiteShell works title={title.filter(Boolean).join(' · ')} description={t('site:news.lead')} facts={{ trail }}>
      <Trail trail={trail} />
      <h1>{t('site:news.title')}</h1>
      <p className="lead">{t('site:news.lead')}</p>
      <Previewed />
      <Banners place="NEWS_TOP" />
      <div className="find">
        <Types wanted={wanted} />
        <SearchForm label={t('site:news.search')} keeps={{ type }} />
      </div>
      <Answered asked={asked}>
        {({ list, total }) => (
          <>
            <p className="note" role="status">
              {t('site:news.count', { count: total })}
            </p>
            <Found list={list} wanted={wanted} />
            <Pages page={page} last={Math.ceil(total / pageSize)} at={(n) => newsPath({ ...wanted, page: n })} />
          </>
        )}
      </Answered>
    </SiteShell>
  )
}

function Types({ wanted: { type, q } }: { wanted: Wanted }) {
  const { t } = useTranslation(['site'])
  return (
    <nav className="types" aria-label={t('site:news.types')}>
      {[undefined, ...types].map((one) => (
        <Link key={one ?? ''} to={newsPath({ type: one, q })} aria-current={one === type ? 'page' : undefined}>
          {one ? t(`site:news.type.${one}`) : t('site:news.every')}
        </Link>
      ))}
    </nav>
  )
}

function Found({ list, wanted: { type, q, page } }: { list: NewsItem[]; wanted: Wanted }) {
  const { t } = useTranslation(['site'])
  if (list.length)
    return (
      <ul className="news-list">
        {list.map((item, i) => (
          <NewsCard key={item.id} item={item} {...(i === 0 ? { inView: 'beside' as const } : {})} />
        ))}
      </ul>
    )
  const narrowed = type !== undefined || q !== undefined || page > 1
  return (
    <div className="nothing">
      <p>{t(narrowed ? 'site:news.none' : 'site:news.empty')}</p>
      <p>
        <Link to={narrowed ? newsPath() : '/'}>{t(narrowed ? 'site:news.all' : 'site:news.home')}</Link>
      </p>
    </div>
  )
}
