import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../../../contract/kit/typed/clean.ts'
import type { SiteError } from '../api.ts'
import { CleanField } from '../fields/CleanField.tsx'
import type { useCaptcha } from './Captcha.tsx'

interface Props {
  /** Sends the code, to whom the form says. */
  send(captcha: { captcha: string; captchaId: string }): Promise<{ codeId: string }>
  captcha: string
  captchaState: ReturnType<typeof useCaptcha>
  value: string
  onChange(value: string): void
  onSent(codeId: string): void
  onError(errors: Record<string, string>): void
  error?: string | undefined
}

/** The code by SMS, and the button that sends it: once a minute. */
export function CodeField({ send, captcha, captchaState, value, onChange, onSent, onError, error }: Props) {
  const { t } = useTranslation(['site'])
  const [wait, setWait] = useState(0)
  const [sent, setSent] = useState(false)
  const [sending, setSending] = useState(false)
  useEffect(() => {
    if (!wait) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  async function press() {
    // Each answer to the question is good for one code: a second press would be refused, and look as if nothing had been sent.
    if (sending) return
    setSending(true)
    // What was told before; what the form is told while the code is under way stays.
    onError({})
    try {
      const reply = await send({ captcha, captchaId: captchaState.question?.captchaId ?? '' })
      onSent(reply.codeId)
      setSent(true)
      setWait(60)
    } catch (e) {
      const refused = e as SiteError
      onError(Object.keys(refused.fields ?? {}).length ? refused.fields : { '': refused.message })
      await captchaState.renew()
    } finally {
      setSending(false)
    }
  }
  return (
    <CleanField
      label={t('site:code.label')}
      value={value}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      clean={digitsOf}
      maxLength={20}
      required
      onChange={(e) => onChange(e.target.value)}
      {...(sent ? { note: t('site:code.sent') } : {})}
      after={
        <button type="button" className="button" disabled={wait > 0} aria-busy={sending} onClick={() => void press()}>
          {wait ? t('site:code.wait', { seconds: wait }) : t('site:code.send')}
        </button>
      }
    />
  )
}
