import { useTranslation } from 'react-i18next'
import { Shot } from './Shot.tsx'

const steps = [
  ['capture', 'capture'],
  ['fix', 'certificate'],
  ['verify', 'verify'],
] as const

export function HowItWorks() {
  const { t } = useTranslation(['site'])
  return (
    <section className="home-part" aria-labelledby="how">
      <h2 id="how">{t('site:home.how')}</h2>
      <ol className="steps">
        {steps.map(([step, shot]) => (
          <li key={step}>
            <Shot name={shot} />
            <h3>{t(`site:home.point.${step}.title`)}</h3>
            <p>{t(`site:home.point.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
