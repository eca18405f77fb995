import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SiteShell } from './parts/SiteShell.tsx'

const points = ['capture', 'fix', 'verify'] as const

export function Home() {
  const { t } = useTranslation(['site'])
  return (
    <SiteShell title={t('site:home.title')} description={t('site:home.lead')}>
      <section className="hero">
        <h1>{t('site:home.headline')}</h1>
        <p className="lead">{t('site:home.lead')}</p>
        <p className="buttons">
          <Link className="button primary" to="/registry">
            {t('site:home.register')}
          </Link>
          <Link className="button" to="/website-show/query">
            {t('site:home.check')}
          </Link>
        </p>
      </section>
      <ul className="points">
        {points.map((p, i) => (
          <li key={p}>
            <span className="point-number" aria-hidden>
              {i + 1}
            </span>
            <h2>{t(`site:home.point.${p}.title`)}</h2>
            <p>{t(`site:home.point.${p}.text`)}</p>
          </li>
        ))}
      </ul>
    </SiteShell>
  )
}
