import { useTranslation } from 'react-i18next'
import type { phoneCalls } from '../../../contract/accounts/phone.ts'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/Field.tsx'
import { CaptchaField, useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeField } from '../../site/parts/proof/CodeField.tsx'

interface Proof {
  phone: string
  captcha: string
  code: string
  codeId: string
}

interface Props {
  path: 'user/msg' | 'user/pwd/msg' | 'user/sendSMS'
  /** What sending a code asks for besides. */
  more?: { scene: 'BIND'; ticket: string }
  values: Proof
  errors: Record<string, string>
  onChange(change: Partial<Proof>): void
  onError(errors: Record<string, string>): void
}

/** A phone's number, and the code that shows who holds it. */
export function PhoneProof({ path, more, values, errors, onChange, onError }: Props) {
  const { t } = useTranslation(['site'])
  const captchaState = useCaptcha((captcha) => onChange({ captcha }))
  return (
    <>
      <Field
        label={t('site:login.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        value={values.phone}
        error={errors['phone']}
        onChange={(e) => onChange({ phone: e.target.value })}
      />
      <CaptchaField
        state={captchaState}
        value={values.captcha}
        error={errors['captcha']}
        onChange={(captcha) => onChange({ captcha })}
      />
      <CodeField
        send={(captcha) =>
          ask<typeof sessionCalls.sendRegisterCode | typeof sessionCalls.sendPasswordCode | typeof phoneCalls.sendCode>(
            { method: 'POST', path },
            { body: { ...more, phone: values.phone, ...captcha } },
          )
        }
        captcha={values.captcha}
        captchaState={captchaState}
        value={values.code}
        error={errors['code']}
        onChange={(code) => onChange({ code })}
        onSent={(codeId) => onChange({ codeId })}
        onError={onError}
      />
    </>
  )
}
