import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Captcha as Shape, sessionCalls } from '../../../contract/accounts/session.ts'
import { ask } from '../../site/api.ts'
import { Field } from '../../site/parts/Field.tsx'

export type CaptchaQuestion = z.output<typeof Shape>

/** A question for this form; asked anew after each try, because a try spends it. */
export function useCaptcha() {
  const { i18n } = useTranslation()
  const [kind, setKind] = useState<'picture' | 'text'>('picture')
  const [question, setQuestion] = useState<CaptchaQuestion | null>(null)
  const latest = useRef(0)
  const renew = useCallback(async () => {
    const asked = ++latest.current
    const answer = await ask<typeof sessionCalls.captcha>({ method: 'GET', path: 'captcha' }, { query: { kind } }).catch(() => null)
    // A slow reply must not replace the question asked after it.
    if (asked === latest.current) setQuestion(answer)
  }, [kind])
  useEffect(() => void renew(), [renew, i18n.language])
  return { kind, setKind, question, renew }
}

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
        label={kind === 'text' ? (question?.question ?? t('site:captcha.label')) : t('site:captcha.label')} value={value} error={error} autoComplete="off" required maxLength={20}
        {...(kind === 'text' ? { inputMode: 'numeric' as const } : {})} onChange={(e) => onChange(e.target.value)}
        after={
          kind === 'picture' && question?.svg ? (
            <button type="button" className="captcha-picture" aria-label={t('site:captcha.renew')} onClick={() => void state.renew()}>
              <img src={`data:image/svg+xml;utf8,${encodeURIComponent(question.svg)}`} alt="" width={150} height={45} />
            </button>
          ) : undefined
        }
      />
      <button type="button" className="link" onClick={() => state.setKind(kind === 'text' ? 'picture' : 'text')}>{t(kind === 'text' ? 'site:captcha.toPicture' : 'site:captcha.toText')}</button>
    </div>
  )
}
