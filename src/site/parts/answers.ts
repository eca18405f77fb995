import { createContext, useCallback, useContext, useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, CallRequest, ReplyOf } from '../../../contract/kit/call.ts'
import { type Answer, type Answers, keyOfQuestion, type Question } from '../../../contract/site/answers.ts'
import { ask, type Route, SiteError } from './api.ts'

/** Everything that was answered for pages shown here, in each language, and what a page that is written still lacks. */
export class AnswerBook {
  readonly #known = new Map<string, Answer>()
  /** Only where pages are written. */
  readonly asks: Question[] | undefined

  constructor(language: string, answers: Answers = {}, asks?: Question[]) {
    this.asks = asks
    for (const [key, answer] of Object.entries(answers)) this.put(language, key, answer)
  }

  get(language: string, key: string) {
    return this.#known.get(`${language} ${key}`)
  }

  put(language: string, key: string, answer: Answer | undefined) {
    if (answer) this.#known.set(`${language} ${key}`, answer)
    else this.#known.delete(`${language} ${key}`)
  }
}

export const AnswersContext = createContext(new AnswerBook(''))

/** An answer as pages show it; `data` stays in view while another is awaited. */
export interface Asked<T> {
  data: T | undefined
  refused: { code: string; message: string } | undefined
  isAwaited: boolean
  again(): void
}

/** Asks a public call, on the server while the page is written and in the browser when it goes on. */
export function useAnswer<C extends Call>(route: Route<C>, request: CallRequest<C>): Asked<ReplyOf<C>> {
  const book = useContext(AnswersContext)
  const { language } = useTranslation().i18n
  const [turn, redraw] = useReducer((n: number) => n + 1, 0)
  const question = { ...route, request } as unknown as Question
  const key = keyOfQuestion(question)
  const known = book.get(language, key)
  if (!known) book.asks?.push(question)
  const [last, setLast] = useState<{ data: ReplyOf<C> }>()
  const now = known && 'data' in known ? (known.data as ReplyOf<C>) : undefined
  if (now !== undefined && last?.data !== now) setLast({ data: now })
  useEffect(() => {
    if (book.get(language, key)) return
    let gone = false
    const [method, path, parts] = JSON.parse(key) as [string, string, Question['request']]
    ask({ method, path } as Route<C>, parts as unknown as CallRequest<C>).then(
      (data) => keep({ data }),
      (error: Error) =>
        keep({ refused: { code: error instanceof SiteError ? error.code : '', message: error.message } }),
    )
    function keep(answer: Answer) {
      book.put(language, key, answer)
      if (!gone) redraw()
    }
    return () => void (gone = true)
  }, [book, language, key, turn])
  const again = useCallback(() => {
    book.put(language, key, undefined)
    redraw()
  }, [book, language, key])
  const refused = known && 'refused' in known ? known.refused : undefined
  return { data: refused ? undefined : (now ?? last?.data), refused, isAwaited: !known, again }
}
