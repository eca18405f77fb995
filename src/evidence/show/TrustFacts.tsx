import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { TrustFact } from '../../../contract/evidence/evidence.ts'
import { formatInstant } from '../../kit/format.ts'

const icons = { proven: <CheckCircleOutlined />, pending: <ClockCircleOutlined />, failed: <CloseCircleOutlined /> }

const explanationOf = ({ code, status }: TrustFact) => (code !== 'stamped' || status === 'proven' ? code : status === 'failed' ? 'stampFailed' : 'stampPending')

/** Each thing proven, when, by which standard, and whom one has to believe for it. */
export function TrustFacts({ facts }: { facts: TrustFact[] }) {
  const { t } = useTranslation(['evidence'])
  if (!facts.length) return null
  return (
    <section className="skz-section">
      <h2>{t('trust.title')}</h2>
      <ul className="skz-facts">
        {facts.map((f, i) => (
          <li key={`${f.code}-${i}`} className={`skz-fact skz-fact-${f.status}`}>
            <span className="skz-fact-icon" aria-hidden>{icons[f.status]}</span>
            <div>
              <strong>{t(`trust.fact.${f.code}`)}{f.details['provider'] && ` · ${f.details['provider']}`}</strong> <span>{f.code === 'original' && f.status === 'pending' ? t('original.missing') : t(`trust.status.${f.status}`)}{f.at && `, ${formatInstant(f.at)}`}</span>
              <p>{t(`trust.explain.${explanationOf(f)}`)}</p>
              <small>{t('trust.standard', { standard: f.details['standard'] ?? '' })} · {t(`trust.dependsOn.${f.dependsOn}`)}{f.details['serial'] && ` · ${t('trust.serial', { serial: f.details['serial'] })}`}{f.details['origin'] && ` · ${t('trust.entry', { origin: f.details['origin'], index: f.details['index'] ?? '', size: f.details['size'] ?? '' })}`}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
