import { useTranslation } from 'react-i18next'
import type { CaptchaKind, sessionCalls } from '../../../../contract/accounts/session.ts'
import { useQuestion } from '../../../kit/plain/useQuestion.ts'
import { ask } from '../api.ts'
import { Field } from '../fields/Field.tsx'

const askSite = (kind: CaptchaKind) =>
  ask<typeof sessionCalls.captcha>({ method: 'GET', path: 'captcha' }, { query: { kind } })

/** `needed` is false where the form takes a captcha only at times, and not now. */
export const useCaptcha = (onAnswer: (answer: string) => void, needed?: boolean) =>
  useQuestion(askSite, onAnswer, needed)

interface Props {
  state: ReturnType<typeof useCaptcha>
  value: string
  onChange(v: string): void
  error?: string | undefined
}

/** The picture, or work for the device of whoever cannot see it. */
export function CaptchaField({ state, value, onChange, error }: Props) {
  const { t } = useTranslation(['site'])
  const { kind, question, work } = state
  return (
    <div className="captcha">
      {kind === 'work' ? (
        <>
          <p className="notice work" data-work={work} role="status" aria-busy={work === 'under-way'}>
            {t(`site:captcha.work.${work}`)}
          </p>
          {error && work === 'under-way' && <p className="error">{error}</p>}
        </>
      ) : (
        <Field
          label={t('site:captcha.label')}
          value={value}
          error={error}
          autoComplete="off"
          required
          maxLength={20}
          onChange={(e) => onChange(e.target.value)}
          after={
            question?.svg ? (
              <button
                type="button"
                className="captcha-picture"
                aria-label={t('site:captcha.renew')}
                onClick={() => void state.renew()}
              >
                <img
                  src={`data:image/svg+xml;utf8,${encodeURIComponent(question.svg)}`}
                  alt=""
                  width={150}
                  height={45}
                />
              </button>
            ) : undefined
          }
        />
      )}
      <button
        type="button"
        className="link"
        onClick={() => {
          onChange('')
          state.setKind(kind === 'work' ? 'picture' : 'work')
        }}
      >
        {t(kind === 'work' ? 'site:captcha.toPicture' : 'site:captcha.toWork')}
      </button>
    </div>
  )
}
