import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Captcha, CaptchaKind } from '../../../contract/accounts/session.ts'

type Question = z.output<typeof Captcha>

/** Of a question that the device answers by itself. */
export type Work = 'under-way' | 'done' | 'failed'

/**
 * The question that keeps machines from a form, while the form takes one; `ask` must stay the same function. It is asked anew after each try,
 * because a try spends it, and when another kind or language is chosen. What the device worked out goes to `onAnswer`.
 */
export function useQuestion(
  ask: (kind: CaptchaKind) => Promise<Question>,
  onAnswer: (answer: string) => void,
  needed = true,
) {
  const { i18n } = useTranslation()
  const [kind, setKind] = useState<CaptchaKind>('picture')
  const [question, setQuestion] = useState<Question | null>(null)
  const [work, setWork] = useState<Work>('under-way')
  const latest = useRef(new AbortController())
  const answered = useRef(onAnswer)
  useEffect(() => void (answered.current = onAnswer))
  const solve = useCallback(async (given: NonNullable<Question['work']>, asked: AbortController) => {
    setWork('under-way')
    try {
      const { solveWork } = await import('./solve-work.ts')
      const found = await solveWork(given, asked)
      if (asked.signal.aborted) return
      answered.current(found)
      setWork('done')
    } catch {
      if (!asked.signal.aborted) setWork('failed')
    }
  }, [])
  const renew = useCallback(async () => {
    latest.current.abort()
    const asked = (latest.current = new AbortController())
    const answer = await (needed ? ask(kind).catch(() => null) : null)
    // A slow reply must not replace the question asked after it.
    if (asked.signal.aborted) return
    setQuestion(answer)
    if (answer?.work) void solve(answer.work, asked)
  }, [ask, kind, needed, solve])
  useEffect(() => {
    void renew()
    return () => latest.current.abort()
  }, [renew, i18n.language])
  return { needed, kind, setKind, question, work, renew }
}
