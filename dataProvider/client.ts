import axios, { type AxiosError, type AxiosInstance } from 'axios'
import { type Call, type CallRequest, pathOf, type ReplyOf } from '../contract/kit/call.ts'
import { type Envelope, type FieldIssue, goodStatus } from '../contract/kit/envelope.ts'
import { requestTimeout, uploadTimeout } from './constants.ts'
import { ApiError } from './errors.ts'
import { isSessionGone, watchSession } from './session-expiry.ts'

/** What the client must know of the page it works for. */
export interface ClientContext {
  language(): string
  /** The account of this tab; each tab names its own. */
  account(): string | undefined
  words(key: 'timeout' | 'network' | 'aborted' | 'status' | 'unreadable', params?: Record<string, unknown>): string
  /** Called once for any number of parallel refusals. True once somebody signed in again and the page goes on; false where it leaves. */
  onSessionGone(): Promise<boolean>
  /** Where the service stands, if not where the page came from. */
  origin?: string
  /** Instead of the specified time-outs. */
  timeout?: number
}

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
  return {
    async call(call, request, signal) {
      const parts = (request ?? {}) as Parts
      const envelope = await session.ask(call, () => send(http, context, call, parts, signal))
      if (envelope.success && envelope.statusCode === goodStatus) return envelope.data as never
      // Who leaves to sign in is told there.
      if (isSessionGone(envelope))
        throw new ApiError({
          message: envelope.errorMessage,
          code: 'session-gone',
          showType: session.isAsking() ? 0 : 2,
        })
      throw new ApiError({
        message: envelope.errorMessage,
        code: envelope.errorCode ?? envelope.statusCode,
        showType: envelope.showType ?? 2,
        fields: (envelope.data as { fields?: FieldIssue[] } | null)?.fields ?? [],
        requestId: envelope.requestId,
        shown: envelope.data as Record<string, unknown> | null,
      })
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
      data: call.upload ? formOf(parts) : parts.body,
      timeout: context.timeout ?? (call.upload ? uploadTimeout : requestTimeout),
      ...(signal ? { signal } : {}),
      headers: {
        'x-requested-with': 'shimakaze',
        'x-lang': context.language(),
        ...(account ? { 'x-account': account } : {}),
      },
    })
    if (typeof reply.data === 'object' && reply.data !== null && 'statusCode' in reply.data) return reply.data
    const code = reply.status >= 200 && reply.status < 300 ? 'unreadable' : 'status'
    throw new ApiError({
      message: context.words(code, { status: reply.status }),
      code,
      statusCode: reply.status,
      requestId: reply.headers['x-request-id'] as string | undefined,
    })
  } catch (error) {
    throw error instanceof ApiError ? error : transportError(context, error as AxiosError)
  }
}

function formOf({ body = {}, file }: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value))
  if (file) form.append('file', file)
  return form
}

/** Specification §8: time-out, network failure and abort each have their words. */
function transportError(context: ClientContext, error: AxiosError): ApiError {
  if (axios.isCancel(error)) return new ApiError({ message: context.words('aborted'), code: 'aborted', showType: 0 })
  const code = error.code === 'ECONNABORTED' || error.message.includes('timeout') ? 'timeout' : 'network'
  return new ApiError({ message: context.words(code), code, statusCode: 0 })
}
