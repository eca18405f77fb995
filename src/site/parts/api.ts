import i18next from 'i18next'
import type { Call, CallRequest, ReplyOf } from '../../../contract/kit/call.ts'
import {
  envelopeIn,
  exceptionPath,
  refusalIn,
  requestTimeout,
  type ShowType,
  type Told,
  type TransportWord,
  unanswered,
  withPlatform,
} from '../../../contract/kit/client-policy.ts'

/** A refusal of the service, in the user's language, with the fields it names. Pages show its message where it happened. */
export class SiteError extends Error {
  readonly code: string
  readonly showType: ShowType
  readonly fields: Record<string, string>
  /** What the refusal gives to go on with. */
  readonly shown: Record<string, unknown>

  constructor({ message, code, showType, fields = [], shown }: Told) {
    // What a notification has for its title is said with it.
    super(showType === 4 ? i18next.t('coded', { code, message }) : message)
    this.code = code
    this.showType = showType
    this.shown = shown ?? {}
    this.fields = Object.fromEntries(fields.map((f) => [f.path, f.message]))
  }
}

/** Method and path of a call as text, checked against the contract, which stays out of this bundle. */
export interface Route<C extends Call> {
  method: C['method']
  path: C['path']
}

interface Options {
  /** Whoever asks says themselves what follows from a session that has ended. */
  keepsSession?: boolean
  /** Milliseconds, instead of the specified ones. */
  timeout?: number
}

let platformId: string | undefined
/** Calls that name the platform (specification §3) get it from here. */
export const setPlatformId = (id: string) => void (platformId = id)

const say = (key: TransportWord, params?: Record<string, unknown>) =>
  i18next.t(`transport.${key}`, params as never) as unknown as string

export async function ask<C extends Call>(
  route: Route<C>,
  request: CallRequest<C>,
  { keepsSession = false, timeout = requestTimeout }: Options = {},
): Promise<ReplyOf<C>> {
  const response = await send(route, request, timeout)
  const body: unknown = await response.json().catch(() => null)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const found = envelopeIn({ status: response.status, body, requestId }, say)
  if ('told' in found) throw new SiteError(found.told)
  const told = refusalIn(found.envelope)
  if (!told) return found.envelope.data as ReplyOf<C>
  if (told.showType === 9) window.location.assign(exceptionPath(told))
  if (told.code === 'session-gone' && !keepsSession) signInAgain()
  throw new SiteError(told)
}

async function send<C extends Call>(route: Route<C>, request: CallRequest<C>, timeout: number): Promise<Response> {
  const {
    params = {},
    query,
    body: given,
  } = request as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  const body = withPlatform(route, given, platformId)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  try {
    return await fetch(`${path.startsWith('/') ? path : `/shimakaze/${path}`}${search}`, {
      method: route.method,
      signal: AbortSignal.timeout(timeout),
      headers: {
        'x-requested-with': 'shimakaze',
        'x-lang': i18next.language,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  } catch (error) {
    throw new SiteError(unanswered((error as Error).name === 'TimeoutError' ? 'timeout' : 'network', say))
  }
}

/** To the login page, and back here from there. */
function signInAgain() {
  const { pathname, search } = window.location
  if (pathname !== '/login') window.location.assign(`/login?expired=1&to=${encodeURIComponent(pathname + search)}`)
}
