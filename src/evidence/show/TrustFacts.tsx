import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { TrustFact } from '../../../contract/evidence/evidence.ts'
import { formatInstant } from '../../kit/plain/format.ts'

const icons = { proven: <CheckCircleOutlined />, pending: <ClockCircleOutlined />, failed: <CloseCircleOutlined /> }

/** Who others have to answer first explain what becomes of it meanwhile. */
const awaited = {
  stamped: { pending: 'stampPending', failed: 'stampFailed' },
  anchored: { pending: 'anchorPending', failed: 'anchorFailed' },
  original: { pending: 'originalMissing', failed: 'originalMissing' },
} as const
const isAwaited = (code: string): code is keyof typeof awaited => code in awaited
const explanationOf = ({ code, status, details }: TrustFact) =>
  status === 'pending' && details['droppedHeight']
    ? 'anchorDropped'
    : status !== 'proven' && isAwaited(code)
      ? awaited[code][status]
      : code

/** Each thing proven, when, by which standard, and whom one has to believe for it. */
export function TrustFacts({ facts }: { facts: TrustFact[] }) {
  const { t } = useTranslation(['evidence', 'common'])
  if (!facts.length) return null
  const statusOf = ({ code, status }: TrustFact) =>
    t(code === 'original' && status === 'pending' ? 'original.missing' : `trust.status.${status}`)
  return (
    <section className="skz-section">
      <h2>{t('trust.title')}</h2>
      <ul className="skz-facts">
        {facts.map((f, i) => (
          <li key={`${f.code}-${i}`} className={`skz-fact skz-fact-${f.status}`}>
            <span className="skz-fact-icon" aria-hidden>
              {icons[f.status]}
            </span>
            <div>
              <strong>
                {[t(`trust.fact.${f.code}`), f.details['provider'] ?? f.details['chain']].filter(Boolean).join(' · ')}
              </strong>{' '}
              <span>{f.at ? t('common:then', { text: statusOf(f), next: formatInstant(f.at) }) : statusOf(f)}</span>
              <p>{t(`trust.explain.${explanationOf(f)}`, { droppedHeight: f.details['droppedHeight'] })}</p>
              <Small fact={f} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Small({
  fact: {
    details: { standard = '', serial, origin, index = '', size = '', height, blockHash, link },
    dependsOn,
  },
}: {
  fact: TrustFact
}) {
  const { t } = useTranslation(['evidence'])
  const parts = [
    t('trust.standard', { standard }),
    t(`trust.dependsOn.${dependsOn}`),
    serial && t('trust.serial', { serial }),
    origin && t('trust.entry', { origin, index, size }),
    blockHash && t('trust.block', { height, blockHash }),
  ]
  return (
    <small className="skz-break">
      {parts.filter(Boolean).join(' · ')}
      {link && (
        <>
          {' '}
          ·{' '}
          <a href={link} target="_blank" rel="noreferrer">
            {t('trust.explorer')}
          </a>
        </>
      )}
    </small>
  )
}
