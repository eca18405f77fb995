import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LawyerDetails, lawyerCalls } from '../../../contract/content/lawyers.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { useSignedIn } from '../../site/parts/SiteShell.tsx'
import { blankFor, bodyOf, caseErrors, type CaseErrors, type CaseValues } from './case-values.ts'

/** What was typed stays until it was taken; what was refused gets the focus. */
export function useCaseForm(lawyer: LawyerDetails | undefined) {
  const { t } = useTranslation(['site'])
  const signedIn = useSignedIn()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => blankFor(lawyer))
  const [errors, setErrors] = useState<CaseErrors>({})
  // The phone of whoever is signed in may be proved already: the service knows.
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [number, setNumber] = useState<string>()
  const set = (change: Partial<CaseValues>) => setValues((old) => ({ ...old, ...change }))
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const reply = await ask<typeof lawyerCalls.submit>(
        { method: 'POST', path: 'lawyer/DoCaseForm' },
        { body: bodyOf(values) },
        { keepsSession: true },
      )
      setNumber(reply.number)
    } catch (e) {
      refuse(caseErrors(e as SiteError, t('site:code.first'), values.codeId !== ''))
    } finally {
      setBusy(false)
    }
  }

  function refuse({ lawyerId, ...rest }: CaseErrors) {
    if (lawyerId) {
      // Sent again it goes to whomever the platform finds.
      set({ lawyerId: '' })
      rest[''] = t('site:lawyers.case.lawyerGone')
    }
    if (rest['code'] && signedIn && !isAsked) {
      setAsked(true)
      delete rest['code']
    }
    setErrors(rest)
  }

  return { form, values, set, setValues, errors, setErrors, busy, number, submit, signedIn, isAsked }
}
