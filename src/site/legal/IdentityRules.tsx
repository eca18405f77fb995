import { useTranslation } from 'react-i18next'
import type { consentCalls } from '../../../contract/real-name/consents.ts'
import { Answered } from '../parts/Answered.tsx'
import { useAnswer } from '../parts/answers.ts'
import { LegalPage } from './LegalPage.tsx'

const points = ['voluntary', 'sealed', 'seen', 'face', 'withdraw'] as const

/** How the platform handles who people are: in short, and in the words that they are asked with. */
export function IdentityRules() {
  const { t } = useTranslation(['site'])
  const asked = useAnswer<typeof consentCalls.texts>({ method: 'GET', path: 'consent/texts' }, {})
  return (
    <LegalPage page="identity">
      <div className="prose">
        <ul>
          {points.map((point) => (
            <li key={point}>{t(`site:legal.identity.point.${point}`)}</li>
          ))}
        </ul>
        <h2>{t('site:legal.identity.texts')}</h2>
        <p>{t('site:legal.identity.asked')}</p>
        <Answered asked={asked}>
          {({ list }) => (
            <>
              {list.map(({ purpose, title, version, words }) => (
                <section key={purpose} aria-labelledby={purpose}>
                  <h3 id={purpose}>{title}</h3>
                  <p className="note">{t('site:legal.identity.version', { version })}</p>
                  {words.split('\n\n').map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </section>
              ))}
            </>
          )}
        </Answered>
      </div>
    </LegalPage>
  )
}
