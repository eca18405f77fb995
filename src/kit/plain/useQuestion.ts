import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Captcha, CaptchaKind, CaptchaWork } from '../../../contract/accounts/session.ts'

type Question = z.output<typeof Captcha>

/** Undefined where this device cannot. */
async function solve(work: CaptchaWork, asked: AbortController): Promise<string | undefined> {
  try {
    return await (await import('./solve-work.ts')).solveWork(work, asked)
  } catch {
    return undefined
  }
}

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
  const [ended, setEnded] = useState<{ captchaId: string; work: Work }>()
  const latest = useRef(new AbortController())
  const answered = useRef(onAnswer)
  useEffect(() => void (answered.current = onAnswer))
  const renew = useCallback(async () => {
    latest.current.abort()
    const asked = (latest.current = new AbortController())
    const answer = await (needed ? ask(kind).catch(() => null) : null)
    // A slow reply must not replace the question asked after it.
    if (asked === latest.current) setQuestion(answer)
    if (answer?.work) void solve(answer.work, asked).then((found) => asked === latest.current && tell(answer, found))
    function tell({ captchaId }: Question, found: string | undefined) {
      if (found !== undefined) answered.current(found)
      setEnded({ captchaId, work: found === undefined ? 'failed' : 'done' })
    }
  }, [ask, kind, needed])
  useEffect(() => void renew(), [renew, i18n.language])
  useEffect(() => () => latest.current.abort(), [])
  const work: Work = ended && ended.captchaId === question?.captchaId ? ended.work : 'under-way'
  return { needed, kind, setKind, question, work, renew }
}
