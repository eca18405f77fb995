import { useTranslation } from 'react-i18next'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { useQuestion } from '../../kit/plain/useQuestion.ts'
import { ask } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/Field.tsx'

const askSite = (kind: 'picture' | 'text') =>
  ask<typeof sessionCalls.captcha>({ method: 'GET', path: 'captcha' }, { query: { kind } })

/** `needed` is false where the form takes a captcha only at times, and not now. */
export const useCaptcha = (needed?: boolean) => useQuestion(askSite, needed)

interface Props {
  state: ReturnType<typeof useCaptcha>
  value: string
  onChange(v: string): void
  error?: string | undefined
}

/** The picture, or a question in words for whoever cannot see it. */
export function CaptchaField({ state, value, onChange, error }: Props) {
  const { t } = useTranslation(['site'])
  const { kind, question } = state
  return (
    <div className="captcha">
      <Field
        label={kind === 'text' ? (question?.question ?? t('site:captcha.label')) : t('site:captcha.label')}
        value={value}
        error={error}
        autoComplete="off"
        required
        maxLength={20}
        {...(kind === 'text' ? { inputMode: 'numeric' as const } : {})}
        onChange={(e) => onChange(e.target.value)}
        after={
          kind === 'picture' && question?.svg ? (
            <button
              type="button"
              className="captcha-picture"
              aria-label={t('site:captcha.renew')}
              onClick={() => void state.renew()}
            >
              <img src={`data:image/svg+xml;utf8,${encodeURIComponent(question.svg)}`} alt="" width={150} height={45} />
            </button>
          ) : undefined
        }
      />
      <button type="button" className="link" onClick={() => state.setKind(kind === 'text' ? 'picture' : 'text')}>
        {t(kind === 'text' ? 'site:captcha.toPicture' : 'site:captcha.toText')}
      </button>
    </div>
  )
}
