import { type Call, type CallRequest, pathOf, type ReplyOf } from '../../contract/kit/call.ts'
import type { Envelope } from '../../contract/kit/envelope.ts'
import type { TestApp } from './build-test-app.ts'

export interface TestBrowser {
  cookies: Record<string, string>
  call<C extends Call>(call: C, request: CallRequest<C>): Promise<Envelope & { data: ReplyOf<C> }>
}

/** A browser without a window: it keeps its cookies, and sends them as pages of ours do. */
export function testBrowser(t: TestApp, headers: Record<string, string> = {}): TestBrowser {
  const cookies: Record<string, string> = {}
  return {
    cookies,
    async call(call, request) {
      const { params, query, body } = request as {
        params?: Record<string, string>
        query?: Record<string, string>
        body?: object
      }
      const response = await t.inject({
        method: call.method,
        url: pathOf(call, params),
        cookies,
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
        headers: {
          'x-requested-with': 'shimakaze',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0',
          ...headers,
        },
      })
      for (const { name, value } of response.cookies) cookies[name] = value
      return response.json()
    },
  }
}
