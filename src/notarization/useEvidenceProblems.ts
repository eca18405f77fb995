import type { FormInstance } from 'antd'
import { useState } from 'react'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'

/** What is wrong with the evidence that a form names, to stand beside it; all else stands at its field. */
export function useEvidenceProblems<Values extends object>(form: FormInstance<Values>) {
  const refuse = useRefusal(form)
  const [problems, setProblems] = useState<readonly string[]>([])
  function onError(error: unknown) {
    const all = fieldErrors(error)
    const [ofEvidence, others] = [true, false].map((is) => all.filter(({ name }) => (name[0] === 'anos') === is))
    setProblems(ofEvidence!.flatMap(({ errors }) => errors))
    refuse(error, others)
  }
  return { problems, clear: () => setProblems([]), onError }
}
