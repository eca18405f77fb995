import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { ask } from '../../site/parts/api.ts'
import { useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeProof } from '../../site/parts/proof/CodeProof.tsx'
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
      <CodeProof
        send={(captcha) =>
          ask<typeof lawyerCalls.sendCode>(
            { method: 'POST', path: 'lawyer/msg' },
            { body: { phone: values.phone, ...captcha } },
          )
        }
        values={values}
        errors={errors}
        captchaState={captchaState}
        onChange={onChange}
        onError={onError}
      />
    </fieldset>
  )
}
