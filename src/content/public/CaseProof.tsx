import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { ask } from '../../site/parts/api.ts'
import { CaptchaField, useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeField } from '../../site/parts/proof/CodeField.tsx'
import type { CaseErrors, CaseValues } from './case-values.ts'

interface Props {
  values: CaseValues
  errors: CaseErrors
  isBegun: boolean
  /** It was asked for after the form had been sent. */
  takesFocus: boolean
  onChange(change: Partial<CaseValues>): void
  onError(errors: CaseErrors): void
}

/** The code that shows that whoever asks can be reached at that phone. */
export function CaseProof({ values, errors, isBegun, takesFocus, onChange, onError }: Props) {
  const { t } = useTranslation(['site'])
  const captchaState = useCaptcha((captcha) => onChange({ captcha }), isBegun)
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) group.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <fieldset ref={group} className="lawyer-proof">
      <legend>{t('site:lawyers.case.proof')}</legend>
      <p className="note">{t(takesFocus ? 'site:lawyers.case.proofOther' : 'site:lawyers.case.proofNote')}</p>
      <CaptchaField
        state={captchaState}
        value={values.captcha}
        error={errors['captcha']}
        onChange={(captcha) => onChange({ captcha })}
      />
      <CodeField
        send={(captcha) =>
          ask<typeof lawyerCalls.sendCode>(
            { method: 'POST', path: 'lawyer/msg' },
            { body: { phone: values.phone, ...captcha } },
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
    </fieldset>
  )
}
