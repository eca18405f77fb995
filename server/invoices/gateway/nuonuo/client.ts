import { createHmac, randomBytes, randomInt } from 'node:crypto'
import axios from 'axios'
import { z } from 'zod'
import { GatewayFailure } from '../gateway.types.ts'
import type { NuonuoSettings } from './nuonuo.settings.ts'

const usualEndpoint = 'https://sdk.nuonuo.com'
const path = '/open/v1/services'
const mostAnswer = 1024 * 1024

/** What every call is answered with; `result` is the call's own. */
const Answer = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  describe: z.string().nullish(),
  result: z.unknown(),
})
export type NuonuoAnswer = z.output<typeof Answer>

export interface Signed {
  appKey: string
  senid: string
  nonce: string
  /** Seconds. */
  timestamp: string
  /** The body, byte by byte as it is sent. */
  content: string
}

/** `X-Nuonuo-Sign`: the path's own parts come first, as the gateway's programs read them. */
export const signNuonuo = (secret: string, { appKey, senid, nonce, timestamp, content }: Signed) =>
  createHmac('sha1', secret)
    .update(`a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${content}`)
    .digest('base64')

/** Calls of Nuonuo's open platform, each signed. What its gate refuses is `ours`; what its services answer is the caller's to judge. */
export function nuonuoClient(settings: NuonuoSettings, now: () => Date) {
  return async function call(method: string, body: object): Promise<NuonuoAnswer> {
    const name = method.slice(method.lastIndexOf('.') + 1)
    const { appKey } = settings
    const content = JSON.stringify(body)
    const senid = randomBytes(16).toString('hex')
    const nonce = String(randomInt(10_000_000, 100_000_000))
    const timestamp = String(Math.floor(now().getTime() / 1_000))
    const asking = axios.post<unknown>(`${settings.endpoint ?? usualEndpoint}${path}`, content, {
      params: { senid, nonce, timestamp, appkey: appKey },
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'X-Nuonuo-Sign': signNuonuo(settings.appSecret, { appKey, senid, nonce, timestamp, content }),
        accessToken: settings.accessToken,
        userTax: settings.taxNumber,
        method,
      },
      timeout: settings.patience * 1_000,
      signal: AbortSignal.timeout(settings.patience * 1_000),
      maxRedirects: 0,
      maxContentLength: mostAnswer,
      proxy: false,
      transformRequest: (text: string) => text,
    })
    const answered = await asking.catch(() => undefined)
    const answer = Answer.safeParse(answered?.data)
    if (!answer.success) throw new GatewayFailure('nuonuo', name, 'unanswered')
    // Codes of its services begin with a letter; those of its gate are digits: keys, tokens, limits, and what it is itself in trouble with.
    if (!/^[A-Z]/.test(answer.data.code)) throw new GatewayFailure('nuonuo', name, 'ours', answer.data.code)
    return answer.data
  }
}
