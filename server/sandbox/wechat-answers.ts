import type { ServerResponse } from 'node:http'
import { isAstray, type Mischief, sendAstray } from './mischief.ts'
import { signatureHeaders, type Signing, type WechatPayKeys } from './wechat-signatures.ts'

/** How an answer is sent, where not as the vendor would. What was asked is done all the same, but by `status` without `anyway`. */
export type WechatMischief =
  | Mischief
  | 'no nonce'
  | 'unknown serial'
  | 'old'
  | 'ahead'
  | 'timeless'
  | 'probe'
  | 'not json'
  | { status: number; code: string; unsigned?: boolean; anyway?: boolean }
  | { fields: Record<string, unknown> }

export interface WechatAnswer {
  status: number
  body: string
}

/** Signed headers and body as they go out, or what happens on the way. */
export function sendWechatAnswer(
  keys: WechatPayKeys,
  response: ServerResponse,
  answer: WechatAnswer,
  {
    mischief,
    serial,
    at,
    last,
  }: { mischief?: WechatMischief | undefined; serial?: string | undefined; at: Date; last?: Sent | undefined },
): Sent | undefined {
  const { status, body } = answer
  if (isAstray(mischief)) {
    sendAstray(response, mischief)
    return undefined
  }
  const sent = mischief === 'replay' && last ? last : { status, ...spoilt(keys, body, mischief, { serial, at }) }
  response.writeHead(sent.status, { 'content-type': 'application/json', ...sent.headers }).end(sent.body)
  return sent
}

export interface Sent extends WechatAnswer {
  headers: Record<string, string>
}

function spoilt(keys: WechatPayKeys, body: string, mischief: WechatMischief | undefined, signing: Signing) {
  const by = (more: Partial<Signing> = {}, text = body): Record<string, string> =>
    signatureHeaders(keys, text, { ...signing, ...more })
  const other = body.replace(/\d(?=\D*$)/, (d) => String((Number(d) + 1) % 10))
  const shifted = (seconds: number) => by({ at: new Date(signing.at.getTime() + seconds * 1_000) })
  const headers = by()
  switch (mischief) {
    case 'value changed':
      return { headers, body: other === body ? `${body} ` : other }
    case 'spaces added':
      return { headers, body: ` ${body}` }
    case 'forged':
      return { headers: by({ key: keys.stranger }), body }
    case 'unsigned':
      return { headers: {}, body }
    case 'no nonce':
      return { headers: { ...headers, 'wechatpay-nonce': '' }, body }
    case 'sign no base64':
      return {
        headers: { ...headers, 'wechatpay-signature': headers['wechatpay-signature']!.replace(/^./, '!') },
        body,
      }
    case 'sign of another':
      return { headers: by({}, `${body} `), body }
    case 'unknown serial':
      return { headers: { ...headers, 'wechatpay-serial': '7777777777777777777777777777777777777777' }, body }
    case 'old':
      return { headers: shifted(-302), body }
    case 'ahead':
      return { headers: shifted(302), body }
    case 'timeless':
      return { headers: { ...headers, 'wechatpay-timestamp': 'now' }, body }
    case 'probe':
      return {
        headers: { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}` },
        body,
      }
    case 'not json':
      return { headers: by({}, '<xml/>'), body: '<xml/>' }
    default:
      if (typeof mischief === 'object' && 'status' in mischief && mischief.unsigned) return { headers: {}, body }
      return { headers, body }
  }
}
