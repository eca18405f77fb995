import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { shownCalls } from '../../../contract/content/shown.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'
import { useAnswer } from '../parts/answers.ts'
import { SomeLink } from '../parts/SomeLink.tsx'
import { usePreview } from '../parts/usePreview.ts'

/** Services, with what each costs today. */
export function Products() {
  const { t } = useTranslation(['site'])
  const preview = usePreview()
  const { data } = useAnswer<typeof shownCalls.products>(
    { method: 'POST', path: 'product/list' },
    { body: { pageSize: 12, preview } },
  )
  if (!data?.list.length) return null
  return (
    <section className="home-part" aria-labelledby="products">
      <h2 id="products">{t('site:home.products.title')}</h2>
      <ul className="cards">
        {data.list.map(({ id, name, summary, icon, amount, link, lang }) => (
          <li key={id} className="card" lang={lang}>
            {icon && <SentPicture address={icon} width={64} height={64} sizes="64px" />}
            <h3>{link ? <SomeLink to={link}>{name}</SomeLink> : name}</h3>
            <p>{summary}</p>
            <p className="price">
              {amount === null
                ? t('site:home.products.byOffice')
                : amount === 0
                  ? t('site:home.products.free')
                  : t('site:home.products.each', { amount: formatMoney(amount) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
