import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { shownCalls } from '../../../contract/content/shown.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { useAnswer } from '../parts/answers.ts'

export function LatestNews() {
  const { t } = useTranslation(['site'])
  const { data } = useAnswer<typeof shownCalls.newsList>(
    { method: 'POST', path: 'product/news/list' },
    { body: { pageSize: 3 } },
  )
  if (!data?.list.length) return null
  return (
    <section className="home-part" aria-labelledby="latest">
      <div className="part-head">
        <h2 id="latest">{t('site:home.news.title')}</h2>
        <Link to="/website-show/news">{t('site:home.news.all')}</Link>
      </div>
      <ul className="cards">
        {data.list.map(({ id, title, summary, date, lang }) => (
          <li key={id} className="card" lang={lang}>
            <time dateTime={date}>{formatInstant(date).slice(0, 10)}</time>
            <h3>
              <Link to={`/website-show/news/${id}`}>{title}</Link>
            </h3>
            {summary && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
