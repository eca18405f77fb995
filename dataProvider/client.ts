import axios, { type AxiosError, type AxiosInstance } from 'axios'
import { type Call, type CallRequest, pathOf, type ReplyOf } from '../contract/kit/call.ts'
import {
  envelopeIn,
  refusalIn,
  requestTimeout,
  type TransportWord,
  unanswered,
  uploadTimeout,
  withPlatform,
} from '../contract/kit/client-policy.ts'
import type { Envelope } from '../contract/kit/envelope.ts'
import { ApiError } from './errors.ts'
import { watchProof } from './fresh-proof.ts'
import { watchSession } from './session-expiry.ts'

/** What the client must know of the page it works for. */
export interface ClientContext {
  language(): string
  /** The account of this tab; each tab names its own. */
  account(): string | undefined
  /** The platform's id, for calls that name it. */
  platform?: () => string | undefined
  words(key: TransportWord, params?: Record<string, unknown>): string
  /** Called once for any number of parallel refusals. True once somebody signed in again and the page goes on; false where it leaves. */
  onSessionGone(): Promise<boolean>
  /** Asks whoever acts to show again that it is them, once for any number of parallel refusals. True once they did. */
  onProofNeeded?: () => Promise<boolean>
  /** Where the service stands, if not where the page came from. */
  origin?: string
  /** Told of each request that begins, and ended by what it gives back (specification §4). */
  busy?: () => () => void
  /** Instead of the specified time-outs. */
  timeout?: number
}

/** Who acts, and what account it is for. */
const accountInfo: readonly string[] = ['login/bean', 'account/info']

export interface Client {
  call<C extends Call>(call: C, request?: CallRequest<C>, signal?: AbortSignal): Promise<ReplyOf<C>>
}

export function createClient(context: ClientContext): Client {
  const http = axios.create({
    baseURL: context.origin ?? '',
    withCredentials: true,
    paramsSerializer: { indexes: null },
    validateStatus: () => true,
  })
  const session = watchSession(() => context.onSessionGone())
  const proof = watchProof(() => context.onProofNeeded?.() ?? Promise.resolve(false))
  return {
    async call(call, request, signal) {
      const parts = (request ?? {}) as Parts
      // They are asked for beside what somebody waits for.
      const done = accountInfo.includes(call.path) ? undefined : context.busy?.()
      const envelope = await proof(() => session.ask(call, () => send(http, context, call, parts, signal))).finally(
        done,
      )
      const told = refusalIn(envelope)
      if (!told) return envelope.data as never
      // Who leaves to sign in is told there.
      throw new ApiError(told.code === 'session-gone' && session.isAsking() ? { ...told, showType: 0 } : told)
    },
  }
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: File
}

async function send(
  http: AxiosInstance,
  context: ClientContext,
  call: Call,
  parts: Parts,
  signal?: AbortSignal,
): Promise<Envelope> {
  const account = context.account()
  try {
    const reply = await http.request<Envelope>({
      method: call.method,
      url: pathOf(call, parts.params),
      params: parts.query,
      data: call.upload ? formOf(parts) : withPlatform(call, parts.body, context.platform?.()),
      timeout: context.timeout ?? (call.upload ? uploadTimeout : requestTimeout),
      ...(signal ? { signal } : {}),
      headers: {
        'x-requested-with': 'shimakaze',
        'x-lang': context.language(),
        ...(account ? { 'x-account': account } : {}),
      },
    })
    const requestId = reply.headers['x-request-id'] as string | undefined
    const found = envelopeIn({ status: reply.status, body: reply.data, requestId }, context.words)
    if ('envelope' in found) return found.envelope
    throw new ApiError(found.told)
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : new ApiError(unanswered(whyUnanswered(error as AxiosError), context.words))
  }
}

function whyUnanswered(error: AxiosError) {
  if (axios.isCancel(error)) return 'aborted'
  return error.code === 'ECONNABORTED' || error.message.includes('timeout') ? 'timeout' : 'network'
}

function formOf({ body = {}, file }: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value))
  if (file) form.append('file', file)
  return form
}
