import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../../contract/kit/call.ts'
import { chosenLanguage, languageCookie } from '../../../contract/kit/language.ts'
import { findCaller } from '../../accounts/sign-in/sessions.repo.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { isUuid, newSecret } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { type Language, languageOf } from '../../kit/words.ts'
import { findPlatform } from '../../platform/platform.service.ts'
import { hostOf } from './host-of.ts'

/** The cookie the specification names; both client conventions carry the same token (specification §7). */
export const sessionCookie = 'bq-x-token'

/** Under https no neighbouring host can set it: a browser that was made to bear a known one could be signed in as somebody else. */
export const browserCookie = ({ config }: Pick<Services, 'config'>) =>
  `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}bq-x-browser`

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export interface Identity {
  visitor: Visitor
  /** Undefined without a live session, null where the session has no part in the account named. */
  caller: Caller | null | undefined
  byCookie: boolean
}

/** A link that the browser follows by itself carries no header; the language chosen in that browser lies in its cookie. */
const languageHere = (request: FastifyRequest, ofPerson?: Language) =>
  languageOf(
    one(request.headers['x-lang']) ?? chosenLanguage(request.cookies?.[languageCookie]),
    request.headers['accept-language'],
    ofPerson,
  )

/** A refusal speaks the language that identifying found; before that, what the request itself asks for. */
const spoken = new WeakMap<FastifyRequest, Language>()
export const languageOfRequest = (request: FastifyRequest) => spoken.get(request) ?? languageHere(request)

/** Whose session a request bore, for the log. */
const askedBy = new WeakMap<FastifyRequest, string>()
export const personOf = (request: FastifyRequest) => askedBy.get(request)

/** One that bears nothing, or what cannot be ours, is given another: what no row has. It is kept by whoever signs in. */
const browserBorneBy = (cookie: string | undefined) => (cookie && /^[\w-]{43}$/.test(cookie) ? cookie : newSecret())

/** A request before anything is known of its session. */
export const visitorOf = async (services: Services, request: FastifyRequest): Promise<Visitor> => ({
  platform: await findPlatform(services.db, hostOf(request)),
  lang: languageHere(request),
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
  accept: request.headers.accept,
  browser: browserBorneBy(request.cookies?.[browserCookie(services)]),
})

/**
 * Who is asking, from `x-auth-token`, `Authorization` or the cookie, and for which account. `quiet` looks without
 * counting as use: a page that is merely open must not keep its session from ending.
 */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
  { quiet = false } = {},
): Promise<Identity> {
  const visitor = await visitorOf(services, request)
  const account = one(request.headers['x-account']) ?? one((request.query as Record<string, string>)['account'])
  const cookie = request.cookies[sessionCookie]
  const tokens = [
    ...tokensIn(request).map((token) => ({ token, byCookie: false })),
    ...(cookie ? [{ token: cookie, byCookie: true }] : []),
  ]
  let last: Identity = { visitor, caller: undefined, byCookie: false }
  for (const { token, byCookie } of tokens) {
    if (account && !isUuid(String(account))) return { visitor, caller: null, byCookie }
    const caller = await findCaller(services.db, visitor, token, {
      accountId: account,
      quiet,
      staffNeedTotp: services.config.mode === 'production',
    })
    last = { visitor, caller, byCookie: byCookie && tokens.length === 1 }
    if (caller === undefined) continue
    if (!caller) return { visitor, caller, byCookie }
    askedBy.set(request, caller.personId)
    const lang = languageHere(request, caller.lang)
    spoken.set(request, lang)
    return { visitor: { ...visitor, lang }, caller: { ...caller, lang }, byCookie }
  }
  return last
}

/** Pages of old clients write whatever they read from a cookie that scripts cannot read. */
const isNothing = (token: string) => ['', 'undefined', 'null'].includes(token)

/** The tokens that headers name. One that names no live session hides no cookie that does. */
function tokensIn({ headers }: FastifyRequest): string[] {
  const all = [one(headers['x-auth-token']) ?? '', headers.authorization?.replace(/^Bearer\s+/i, '') ?? '']
  return [...new Set(all)].filter((token) => !isNothing(token))
}

/**
 * A write from another site is refused: by its Origin wherever a browser names one, and by the missing custom
 * header where the session came by cookie, because no foreign form can set a header. No beacon can either: it must name its Origin.
 */
export function requireSameSite(request: FastifyRequest, byCookie: boolean, { beacon }: Pick<Call, 'beacon'>) {
  const origin = request.headers.origin
  if (origin && !sameHost(origin, request.headers.host)) throw new AppError('origin-refused')
  if (!byCookie || request.headers['x-requested-with']) return
  if (!(beacon && origin)) throw new AppError('origin-refused')
}

function sameHost(origin: string, host: string | undefined) {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
