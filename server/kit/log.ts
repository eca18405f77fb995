import { type LoggerOptions, stdSerializers } from 'pino'
import type { FastifyRequest } from 'fastify'
import { countRepeats } from './log-repeats.ts'

/** What an error may say of itself besides its words. A database adds the row that it refused, a client the body that it sent: those are people's. */
const kept = [
  'type',
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const

/** These repeat in quotes the very text that they could not read. */
const quotes = (error: Error & { code?: unknown }) =>
  error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(String(error.code))

/** An error's words without values: what somebody typed must not get into a log or a job by being wrong. */
export const wordsOf = (error: Error): string =>
  quotes(error) ? error.message.replace(/["'].*["']/s, '"…"') : error.message

interface Logged {
  type: string
  message: string
  stack: string
  [name: string]: unknown
}

/** Errors as they may be written down. */
export function asLogged(error: unknown): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const all = stdSerializers.err(error) as unknown as Record<string, unknown>
  const message = wordsOf(error)
  const cause = error.cause instanceof Error ? { cause: asLogged(error.cause) } : {}
  return {
    type: error.name,
    ...Object.fromEntries(kept.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])),
    message,
    stack: `${error.name}: ${message}\n${placesOf(error)}`,
    ...cause,
  }
}

/** Where it came from: a stack without the message that it begins with. */
const placesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** A request by the route that it took: in its address stand secrets, and whatever people look for. */
export const asRoute = (request: FastifyRequest) => ({ method: request.method, url: request.routeOptions?.url ?? '' })

const errorIn = (about: unknown) => (about instanceof Error ? about : (about as { err?: unknown } | undefined)?.err)

/** A line without words of its own would take those of its error, as they are. */
function giveWords(args: unknown[]): unknown[] {
  const [about, ...words] = args
  const error = errorIn(about)
  if (words.length || !(error instanceof Error)) return args
  return [about instanceof Error ? { err: about } : about, wordsOf(error)]
}

/** What makes two errors the same: where they were thrown, not what they say of this one request. */
const placeOf = (error: Error) => `${error.name} ${placesOf(error).split('\n')[0]}`

/** The log of a process, and what it may say. */
export const logOptions = (level: string) => {
  const mayWrite = countRepeats()
  return {
    level,
    serializers: { err: asLogged, error: asLogged, req: asRoute },
    hooks: {
      logMethod(args, method) {
        const error = errorIn(args[0])
        const write = (words: unknown[]) => method.apply(this, words as Parameters<typeof method>)
        const more = (repeated: number) => write([{ err: error, repeated }, 'the same again, counted and not written'])
        if (!(error instanceof Error) || mayWrite(placeOf(error), more)) write(giveWords(args))
      },
    },
  } satisfies LoggerOptions
}
