import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { shownCalls } from '../../../contract/content/shown.ts'
import { formatCount } from '../../kit/plain/format.ts'
import { useAnswer } from '../parts/answers.ts'
import { useChainClaim } from '../parts/platform.ts'

/** What the platform holds, counted; where it cannot be counted, nothing is claimed. */
export function Counters() {
  const { t } = useTranslation(['site'])
  const hasChain = useChainClaim() !== 'none'
  const { data } = useAnswer<typeof shownCalls.counters>({ method: 'POST', path: 'user/homepage/att' }, {})
  if (!data) return null
  const figures = [
    ['evidence', data.attCount],
    ['accounts', data.userCount],
    ['log', data.logSize],
    ...(hasChain ? [['chain', data.chainCount] as const] : []),
  ] as const
  return (
    <section className="counters" aria-label={t('site:home.counters.label')}>
      <dl>
        {figures.map(([name, n]) => (
          <div key={name}>
            <dt>{t(`site:home.counters.${name}`)}</dt>
            <dd>{formatCount(n)}</dd>
          </div>
        ))}
      </dl>
      {hasChain && (
        <p className="note">
          {data.blockHeight !== null && `${t('site:home.counters.height', { height: formatCount(data.blockHeight) })} `}
          <Link to="/chain">{t('site:home.counters.check')}</Link>
        </p>
      )}
    </section>
  )
}
