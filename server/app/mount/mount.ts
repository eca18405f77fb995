import type {} from '@fastify/compress'
import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Call, fromRoot } from '../../../contract/kit/call.ts'
import { goodEnvelope } from '../../../contract/kit/envelope.ts'
import { type FieldProblem, problemsOf } from '../../../contract/kit/issues.ts'
import { rights } from '../../../contract/kit/rights.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { ByteReply, Guest, Mounted, StreamReply, WithCookie } from '../../kit/calls/implement.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, limitOfClass } from '../../kit/calls/rate-limits.ts'
import { requireFresh } from '../../kit/calls/require-fresh.ts'
import { unstorableIn } from '../../kit/calls/unstorable.ts'
import type { Services } from '../../kit/services.ts'
import { TrustError } from '../../trust/trust-error.types.ts'
import { browserCookie, authenticate, type Identity, requireSameSite, sessionCookie } from './authenticate.ts'
import { bodyBoundOf } from './body-bound.ts'
import { problemsOfGiven, readFields, rightPartsOf } from './read-request.ts'
import { type Held, openUpload, readUpload } from './read-upload.ts'
import { sendBytes } from './send-bytes.ts'
import { sendEvents } from './send-events.ts'

/** One Fastify route a call: session, rate, right, input, function, declared reply. */
export function mount(
  app: FastifyInstance,
  services: Services,
  { calls, handlers, judges, bounds, names }: Mounted,
  mayStamp: () => Promise<unknown>,
) {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name]
    // Types hold this for our own code; a call that slips past them must not be open to everybody.
    if (!handler || !rights.includes(call.right))
      throw new Error(`${call.method} ${call.path} has no function or no right; nothing is served`)
    for (const path of pathsOf(call, names?.[name]))
      app.route({
        method: call.method,
        url: fromRoot(path.replace(/\{(\w+)\}/g, ':$1')),
        config: { call },
        bodyLimit: bodyBoundOf(call),
        // Whoever looks before they fetch uses nothing up by it.
        exposeHeadRoute: call.method === 'GET' && call.idempotent,
        // What is secret is not weighed beside what was asked: its length would tell of it (BREACH).
        ...(call.kind || call.rate === 'secret' ? {} : { compress: {} }),
        // Before the body is read: nobody makes the service parse what they may not send.
        onRequest: async (request) =>
          void admitted.set(request, { actor: await admit(services, call, request), at: performance.now() }),
        handler: async (request, reply) => {
          if (call.stamps) await requireStamps(mayStamp)
          const first = admitted.get(request)!
          const still = () => stillAdmitted(services, call, request, first)
          const boundOf = bounds[name] && ((named: object) => bounds[name]!(first.actor as never, named as never))
          const sent = await bodyOf(call, request, { still, boundOf, sender: senderOf(first.actor) })
          const actor = await still()
          const parts = await parse(call, request, { body: sent.body, actor, judge: judges[name] })
          const answer = await handler(actor as never, { ...parts, file: sent.file } as never)
          return send(services, { call, actor, request, reply }, answer)
        },
      })
  }
}

/** Of what the specification leaves open each name that is registered, and no other. */
const pathsOf = ({ path, registered }: Call, names: readonly string[] = []) =>
  registered === undefined ? [path] : names

const senderOf = (actor: Guest | Caller) => ('personId' in actor ? actor.personId : originOf(actor.ip))

const bodyOf = (
  call: Call,
  request: FastifyRequest,
  { still, ...held }: { still: () => Promise<unknown> } & Omit<Held, 'maxBytes'>,
) =>
  !call.upload
    ? { body: request.body, file: undefined }
    : 'streamed' in call.upload
      ? openUpload(request, still)
      : readUpload(request, { ...call.upload, ...held })

interface Admitted {
  actor: Guest | Caller
  /** By the clock of `performance`. */
  at: number
}

/** A body that came at once is answered to whoever was let in, in milliseconds. */
const atOnce = 1_000

/**
 * Whoever trickles their body in may have been signed out, shut out or given fewer rights meanwhile, hours ago. What names no account
 * would be done in another one of theirs where they have left the first, or for whoever else is signed in by cookie.
 */
async function stillAdmitted(services: Services, call: Call, request: FastifyRequest, { actor, at }: Admitted) {
  if (performance.now() - at < atOnce) return actor
  const now = whoAsks(call, await authenticate(services, request, { quiet: true }))
  if ('membershipId' in actor && 'membershipId' in now && actor.membershipId !== now.membershipId)
    throw new AppError('account-not-yours')
  return now
}

type Asked = Pick<Call, 'rate' | 'method' | 'right' | 'beforeTotp' | 'fresh' | 'beacon'>

/** Who asks, if they may: limits, session, other sites, the second step of staff, the right. */
export async function admit(services: Services, call: Asked, request: FastifyRequest): Promise<Guest | Caller> {
  const identity = await authenticate(services, request)
  const { visitor, caller, byCookie } = identity
  await countCall(
    services.db,
    `${call.rate}:${caller ? caller.personId : originOf(visitor.ip)}`,
    limitOfClass[call.rate],
  )
  if (call.method !== 'GET') requireSameSite(request, byCookie, call)
  return whoAsks(call, identity)
}

function whoAsks(call: Asked, { visitor, caller }: Identity): Guest | Caller {
  if (call.right === 'public') return caller ? { ...visitor, caller } : { ...visitor, notTheirs: caller === null }
  if (caller === undefined) throw new AppError('session-gone')
  if (caller === null) throw new AppError('account-not-yours')
  if (caller.needsTotp && !call.beforeTotp) throw new AppError('totp-required')
  if (call.right !== 'signed-in' && !caller.rights.has(call.right)) throw new AppError('forbidden')
  if (call.fresh) requireFresh(caller)
  return caller
}

/** Evidence that could not be given its time is not begun: nobody waits for a capture that must fail. */
export async function requireStamps(mayStamp: () => Promise<unknown>) {
  await mayStamp().catch((error: unknown) => {
    if (error instanceof TrustError) throw new AppError('no-time-stamps')
    throw error
  })
}

interface Judged {
  body: unknown
  actor: Guest | Caller
  judge: Mounted['judges'][string] | undefined
}

/** Every part is parsed before any is refused, so that all wrong fields are told at once. An id in the address that nothing can have is not there. */
async function parse(call: Call, request: FastifyRequest, { body, actor, judge }: Judged) {
  const problems: FieldProblem[] = []
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) continue
    const sent = (part === 'body' ? body : request[part]) ?? {}
    if (typeof sent !== 'object' || Array.isArray(sent)) throw new AppError('unreadable-body')
    const given = readFields(schema, sent)
    const result = schema.safeParse(given)
    problems.push(...unstorableIn(given))
    if (result.success) parsed[part] = result.data
    else {
      const told = part === 'params' ? problemsOf(result.error) : problemsOfGiven(result.error, given)
      if (part === 'params' && told.some(({ key }) => key === 'format.uuid')) throw new AppError('not-found')
      problems.push(...told)
    }
    if (part === 'body' && judge) {
      const judged = await judge(rightPartsOf(schema, given) as never, { actor, problems } as never)
      problems.push(...judgedBeside(problems, judged))
    }
  }
  if (problems.length) throw new AppError('bad-parameter', {}, problems)
  return parsed
}

/** What was told of a field already says enough of it. */
const judgedBeside = (problems: FieldProblem[], judged: FieldProblem[]) => {
  const told = new Set(problems.map(({ path }) => path))
  return judged.filter(({ path }) => !told.has(path))
}

interface Exchange {
  call: Call
  actor: Guest | Caller
  request: FastifyRequest
  reply: FastifyReply
}

function send(services: Services, { call, actor, request, reply }: Exchange, answer: unknown) {
  if (call.kind === 'bytes') return sendBytes(request, reply, answer as ByteReply)
  if (call.kind === 'events')
    return sendEvents(services.live, request, reply, answer as StreamReply, async () =>
      standsAlike(actor, (await authenticate(services, request, { quiet: true })).caller),
    )
  let data = answer
  if (isWithCookie(answer)) {
    data = answer.data
    if (answer.cookie === 'clear') reply.clearCookie(sessionCookie, { path: '/' })
    else if ('browser' in answer.cookie) setBrowser(services, reply, answer.cookie.browser)
    else {
      reply.setCookie(sessionCookie, answer.cookie.token, cookieOptions(services))
      if (actor.browser) setBrowser(services, reply, actor.browser)
    }
  }
  // An undeclared field cannot leave: the reply passes the contract's schema.
  return reply.send(goodEnvelope(call.reply ? call.reply.parse(data) : null, call))
}

/** In which account, and what may be done there. */
const standingOf = (actor: Guest | Caller | null | undefined) =>
  actor && 'rights' in actor ? [actor.accountId, ...[...actor.rights].sort()].join() : ''
const standsAlike = (before: Guest | Caller, now: Caller | null | undefined) => standingOf(before) === standingOf(now)

/** For long: a device that somebody signed in with is known by it, however seldom they come. */
const setBrowser = (services: Services, reply: FastifyReply, browser: string) =>
  reply.setCookie(browserCookie(services), browser, { ...cookieOptions(services), maxAge: 365 * 86_400 })

const isWithCookie = (a: unknown): a is WithCookie<unknown> => typeof a === 'object' && a !== null && 'cookie' in a

const cookieOptions = (services: Services) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.publicUrl.startsWith('https:'),
    maxAge: 30 * 86_400,
  }) as const
