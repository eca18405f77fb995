import type { Envelope, FieldIssue } from './envelope.ts'
import { goodStatus, sessionGoneStatus } from './statuses.ts'

/*
 * How every client of ours takes what the service answers (specification §8, §9). Free of libraries: the website's bundle carries it too.
 */

/** Milliseconds. */
export const requestTimeout = 180_000
export const uploadTimeout = 1_000_000

/** 0 silent, 1 warning, 2 error message, 4 notification titled by its code, 9 page of its own. */
export type ShowType = 0 | 1 | 2 | 4 | 9

/** A refusal, or a request that came to nothing, as clients tell it. */
export interface Told {
  message: string
  /** The service's name of it, or its number where it gives no name. */
  code: string
  showType: ShowType
  /** Of HTTP, where that says more than the code. */
  statusCode?: number
  fields?: FieldIssue[]
  requestId?: string | undefined
  /** What the refusal shows of the record, or gives to go on with. */
  shown?: Record<string, unknown> | null
}

/** Calls that name the platform (specification §3: login, register, password, SMS and user info). The contract's bodies have `notaryId`; a test compares. */
export const platformCalls: readonly string[] = [
  'POST login',
  'POST login/msg',
  'POST login/third',
  'POST loginByThirdAccount',
  'POST user/register',
  'POST user/app/register',
  'POST user/msg',
  'POST user/pwd',
  'POST user/pwd/msg',
  'POST user/sendSMS',
  'POST sub/send/code',
  'POST lawyer/msg',
  'POST sub/invited/{token}',
  'POST sub/invited/{token}/code',
  'POST user/api/v1/user/info/phone',
  'PUT user/profile',
]

/** What is sent, with the platform where the call names it. */
export function withPlatform<B>({ method, path }: { method: string; path: string }, body: B, notaryId?: string): B {
  return notaryId && platformCalls.includes(`${method} ${path}`) ? { notaryId, ...body } : body
}

/** What a client says by itself, under `transport` of the words. */
export type TransportWord = 'timeout' | 'network' | 'aborted' | 'status' | 'unreadable'
type Say = (key: TransportWord, params?: Record<string, unknown>) => string

/** What was refused did nothing: it is sent again once whoever acts showed that it is them. */
export const isProofNeeded = ({ errorCode }: Pick<Envelope, 'errorCode'>) => errorCode === 'proof-needed'

/** A message that means "not logged in", in either language, ends the session as its code does. */
export const isSessionGone = ({ statusCode, errorMessage }: Envelope): boolean =>
  statusCode === sessionGoneStatus ||
  /^(用户)?(未|尚未|没有)登[录陆]|登[录陆](已)?(失效|过期)|not logged in|log-?in (has )?expired/i.test(errorMessage)

/** The envelope in a reply, or what is told of one that carries none. */
export function envelopeIn(
  reply: { status: number; body: unknown; requestId: string | undefined },
  say: Say,
): { envelope: Envelope } | { told: Told } {
  const { status, body, requestId } = reply
  if (typeof body === 'object' && body !== null && 'statusCode' in body) return { envelope: body as Envelope }
  const code = status >= 200 && status < 300 ? 'unreadable' : 'status'
  return { told: { message: say(code, { status }), code, statusCode: status, showType: 2, requestId } }
}

/** What a refusal tells; undefined where nothing was refused. */
export function refusalIn(envelope: Envelope): Told | undefined {
  if (envelope.success && envelope.statusCode === goodStatus) return undefined
  const { errorMessage: message, requestId } = envelope
  if (isSessionGone(envelope)) return { message, code: 'session-gone', showType: 2 }
  const shown = envelope.data as (Record<string, unknown> & { fields?: FieldIssue[] }) | null
  return {
    message,
    code: envelope.errorCode ?? envelope.statusCode,
    showType: envelope.showType ?? 2,
    fields: shown?.fields ?? [],
    requestId,
    shown,
  }
}

/** What is told of a request that got no reply. One that was given up is silent. */
export const unanswered = (code: 'timeout' | 'network' | 'aborted', say: Say): Told => ({
  message: say(code),
  code,
  showType: code === 'aborted' ? 0 : 2,
  statusCode: 0,
})

/** Where show type 9 leads. */
export const exceptionPath = ({ code, message }: Pick<Told, 'code' | 'message'>) =>
  `/exception?errorCode=${encodeURIComponent(code)}&errorMessage=${encodeURIComponent(message)}`
