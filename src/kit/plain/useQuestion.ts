import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Captcha } from '../../../contract/accounts/session.ts'

type Question = z.output<typeof Captcha>
type Kind = 'picture' | 'text'

/**
 * The question that keeps machines from a form, while the form takes one; `ask` must stay the same function. It is asked anew after each try,
 * because a try spends it, and when another kind or language is chosen.
 */
export function useQuestion(ask: (kind: Kind) => Promise<Question>, needed = true) {
  const { i18n } = useTranslation()
  const [kind, setKind] = useState<Kind>('picture')
  const [question, setQuestion] = useState<Question | null>(null)
  const latest = useRef(0)
  const renew = useCallback(async () => {
    const asked = ++latest.current
    const answer = await (needed ? ask(kind).catch(() => null) : null)
    // A slow reply must not replace the question asked after it.
    if (asked === latest.current) setQuestion(answer)
  }, [ask, kind, needed])
  useEffect(() => void renew(), [renew, i18n.language])
  return { needed, kind, setKind, question, renew }
}
