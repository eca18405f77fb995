import { useTranslation } from 'react-i18next'
import type { phoneCalls } from '../../../contract/accounts/phone.ts'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { phoneOf } from '../../../contract/kit/typed/clean.ts'
import { ask } from '../../site/parts/api.ts'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeProof } from '../../site/parts/proof/CodeProof.tsx'

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
      <CleanField
        label={t('site:login.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        value={values.phone}
        clean={phoneOf}
        error={errors['phone']}
        onChange={(e) => onChange({ phone: e.target.value })}
      />
      <CodeProof
        send={(captcha) =>
          ask<typeof sessionCalls.sendRegisterCode | typeof sessionCalls.sendPasswordCode | typeof phoneCalls.sendCode>(
            { method: 'POST', path },
            { body: { ...more, phone: values.phone, ...captcha } },
          )
        }
        values={values}
        errors={errors}
        captchaState={captchaState}
        onChange={onChange}
        onError={onError}
      />
    </>
  )
}
