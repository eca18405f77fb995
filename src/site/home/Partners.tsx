import { useTranslation } from 'react-i18next'
import type { shownCalls } from '../../../contract/content/shown.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { useAnswer } from '../parts/answers.ts'
import { SomeLink } from '../parts/SomeLink.tsx'
import { usePreview } from '../parts/usePreview.ts'

export function Partners() {
  const { t } = useTranslation(['site'])
  const preview = usePreview()
  const { data } = useAnswer<typeof shownCalls.partners>(
    { method: 'GET', path: 'content/partner' },
    { query: { preview } },
  )
  if (!data?.list.length) return null
  return (
    <section className="home-part" aria-labelledby="partners">
      <h2 id="partners">{t('site:home.partners')}</h2>
      <ul className="partners">
        {data.list.map(({ id, name, summary, imgUrl, link }) => (
          <li key={id}>
            {imgUrl && <SentPicture address={imgUrl} height={48} sizes="160px" />}
            <strong>{link ? <SomeLink to={link}>{name}</SomeLink> : name}</strong>
            {summary && <span>{summary}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
