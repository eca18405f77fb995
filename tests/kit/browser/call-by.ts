import { type Call, type CallRequest, pathOf, type ReplyOf } from '../../../contract/kit/call.ts'
import type { Visitor } from './browser.ts'

interface Sent {
  /** With its query. */
  path: string
  method: Call['method']
  headers: Record<string, string>
  /** As JSON. */
  body?: string
}

/** A visitor's calls by one way to send them: gives what the envelope holds; what is refused fails the test. */
export const callBy =
  (send: (visitor: Visitor, sent: Sent) => Promise<string>) =>
  async <C extends Call>(visitor: Visitor, call: C, request: CallRequest<C>): Promise<ReplyOf<C>> => {
    const { params, query, body } = request as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: object
    }
    const text = await send(visitor, {
      path: `${pathOf(call, params)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
      method: call.method,
      headers: {
        'x-requested-with': 'shimakaze',
        'x-lang': visitor.setting.language,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return dataIn(call, text)
  }

export function dataIn<C extends Call>(call: C, text: string): ReplyOf<C> {
  const { success, data } = JSON.parse(text) as { success: boolean; data: unknown }
  if (!success) throw new Error(`${call.path} was refused: ${text}`)
  return data as ReplyOf<C>
}
