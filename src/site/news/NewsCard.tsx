import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NewsItem } from '../../../contract/content/shown.ts'
import { Day } from '../parts/Day.tsx'

export function NewsCard({ item: { id, type, title, summary, cover, date, lang } }: { item: NewsItem }) {
  const { t } = useTranslation(['site'])
  return (
    <li className="news-card">
      {cover && <img src={cover} alt="" width={640} height={360} loading="lazy" />}
      <div className="news-text">
        <p className="news-facts">
          <span className="news-type">{t(`site:news.type.${type}`)}</span> <Day at={date} />
        </p>
        <h2 lang={lang}>
          <Link to={`/website-show/news/${id}`} className="whole">
            {title}
          </Link>
        </h2>
        {summary && <p lang={lang}>{summary}</p>}
      </div>
    </li>
  )
}
