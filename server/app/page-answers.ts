import type { Call } from '../../contract/kit/call.ts'
import type { Language } from '../../contract/kit/language.ts'
import type { Answer, Question } from '../../contract/site/answers.ts'
import type { Platform, Visitor } from '../kit/calls/caller.ts'
import type { Mounted } from '../kit/calls/implement.ts'
import { AppError } from '../kit/errors.ts'
import { say } from '../kit/words.ts'

type Handler = Mounted['handlers'][string]

/** Answers what pages ask while they are written: what anybody may read, asked by nobody in particular, for the page is everybody's. */
export function openPageAnswers(routes: readonly Mounted[]) {
  const calls = new Map<string, { call: Call; run: Handler }>()
  for (const { calls: group, handlers } of routes)
    for (const [name, call] of Object.entries(group))
      if (call.right === 'public' && call.rate === 'read' && !call.kind)
        calls.set(`${call.method} ${call.path}`, { call, run: handlers[name]! })

  return async (at: { platform: Platform; lang: Language }, { method, path, request }: Question): Promise<Answer> => {
    const known = calls.get(`${method} ${path}`)
    if (!known) throw new Error(`A page asks ${method} ${path}, which is no read of everybody's`)
    const { call, run } = known
    const visitor: Visitor = { ...at, ip: '', userAgent: '', requestId: 'page' }
    const parts = (['params', 'query', 'body'] as const).map(
      (part) => [part, call[part]?.safeParse(request[part] ?? {})] as const,
    )
    if (parts.some(([, parsed]) => parsed && !parsed.success)) return refused(at.lang, 'not-found')
    try {
      const input = Object.fromEntries(parts.map(([part, parsed]) => [part, parsed?.data]))
      return { data: await run(visitor as never, input as never) }
    } catch (error) {
      if (error instanceof AppError) return refused(at.lang, error.code, error.params)
      throw error
    }
  }
}

const refused = (lang: Language, code: AppError['code'], params: AppError['params'] = {}): Answer => ({
  refused: { code, message: say(lang, 'errors', `code.${code}`, params) },
})
