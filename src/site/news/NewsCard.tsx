import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NewsItem } from '../../../contract/content/shown.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { Day } from '../parts/Day.tsx'

interface Props {
  item: NewsItem
  inView?: 'first' | 'beside'
}

export function NewsCard({ item: { id, type, title, summary, cover, date, lang }, inView }: Props) {
  const { t } = useTranslation(['site'])
  return (
    <li className="news-card">
      {cover && (
        <SentPicture
          address={cover}
          width={640}
          height={360}
          sizes="(min-width: 1020px) 350px, (min-width: 660px) 48vw, 94vw"
          {...(inView ? { inView } : {})}
        />
      )}
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
