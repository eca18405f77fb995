import { CaptchaField, type useCaptcha } from './Captcha.tsx'
import { CodeField } from './CodeField.tsx'

interface Proof {
  captcha: string
  code: string
  codeId: string
}

interface Props {
  /** Sends the code, to whom the form says. */
  send(captcha: { captcha: string; captchaId: string }): Promise<{ codeId: string }>
  values: Omit<Proof, 'codeId'>
  errors: Record<string, string>
  captchaState: ReturnType<typeof useCaptcha>
  onChange(change: Partial<Proof>): void
  onError(errors: Record<string, string>): void
}

/** A code by SMS, and the captcha that sending it takes. */
export function CodeProof({ send, values: { captcha, code }, errors, captchaState, onChange, onError }: Props) {
  return (
    <>
      <CaptchaField
        state={captchaState}
        value={captcha}
        error={errors['captcha']}
        onChange={(answer) => onChange({ captcha: answer })}
      />
      <CodeField
        send={send}
        captcha={captcha}
        captchaState={captchaState}
        value={code}
        error={errors['code']}
        onChange={(typed) => onChange({ code: typed })}
        onSent={(codeId) => onChange({ codeId })}
        onError={onError}
      />
    </>
  )
}
