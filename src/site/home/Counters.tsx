import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { shownCalls } from '../../../contract/content/shown.ts'
import { useAnswer } from '../parts/answers.ts'

/** What the platform holds, counted; where it cannot be counted, nothing is claimed. */
export function Counters() {
  const { t, i18n } = useTranslation(['site'])
  const { data } = useAnswer<typeof shownCalls.counters>({ method: 'POST', path: 'user/homepage/att' }, {})
  if (!data) return null
  const figures = [
    ['evidence', data.attCount],
    ['accounts', data.userCount],
    ['log', data.logSize],
    ['chain', data.chainCount],
  ] as const
  return (
    <section className="counters" aria-label={t('site:home.counters.label')}>
      <dl>
        {figures.map(([name, n]) => (
          <div key={name}>
            <dt>{t(`site:home.counters.${name}`)}</dt>
            <dd>{n.toLocaleString(i18n.language)}</dd>
          </div>
        ))}
      </dl>
      <p className="note">
        {data.blockHeight !== null &&
          `${t('site:home.counters.height', { height: data.blockHeight.toLocaleString(i18n.language) })} `}
        <Link to="/chain">{t('site:home.counters.check')}</Link>
      </p>
    </section>
  )
}
