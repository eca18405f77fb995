import { type KeyObject, sign } from 'node:crypto'
import type { Mischief } from './mischief.ts'

/** How an answer is sent, where not as the vendor would. `code` refuses; with `anyway` what was asked is done all the same. */
export type AlipayMischief =
  | Mischief
  | 'keys turned'
  | 'empty sign'
  | 'foreign certificate'
  | 'second before'
  | 'second behind'
  | 'error beside'
  | 'other method'
  | { code: string; subCode: string; subMsg?: string; unsigned?: boolean; inError?: boolean; anyway?: boolean }

export class Refusal extends Error {
  readonly code: string
  readonly subCode: string
  constructor(code: string, subCode: string) {
    super(subCode)
    this.code = code
    this.subCode = subCode
  }
}

export interface AlipayKeys {
  /** Of each application. */
  apps: Record<string, string | KeyObject>
  alipay: KeyObject
  stranger: KeyObject
  /** Certificate mode: the numbers that requests must bear, and the one that answers name. */
  certified?: { appSn: string; rootSn: string; alipaySn: string; foreignSn: string }
  /** The domain approved for the applications; any where none is given. */
  domain?: string
}

type Fields = Record<string, unknown>
export interface Asked {
  method: string
  all: Record<string, string>
  biz: Fields
}
/** Throws `Refusal` for what the vendor refuses. */
export type Method = (asked: Asked) => Fields

interface Inner {
  /** The inside of an answer, as it is written. */
  text: string
  name: string
}

export interface AnswerWriter {
  /** An answer with its signature. */
  dressed(inner: Inner, signature?: string, more?: string): string
  refusal(name: string, refused: { code: string; subCode: string; subMsg?: string; unsigned?: boolean }): string
  /** The answer as somebody else would have it; undefined for mischief that is none of its text. */
  spoilt(mischief: AlipayMischief, inner: Inner, before: string): string | undefined
}

export const signedBy = (key: KeyObject, text: string) => sign('RSA-SHA256', Buffer.from(text), key).toString('base64')

export function answerWriter(keys: AlipayKeys, isSignFirst: () => boolean): AnswerWriter {
  const dressed: AnswerWriter['dressed'] = ({ text, name }, signature = signedBy(keys.alipay, text), more = '') => {
    const certificate = keys.certified ? `,"alipay_cert_sn":"${keys.certified.alipaySn}"` : ''
    return isSignFirst()
      ? `{"sign":"${signature}"${certificate},"${name}":${text}${more}}`
      : `{"${name}":${text}${more}${certificate},"sign":"${signature}"}`
  }
  return {
    dressed,
    refusal(name, { code, subCode, subMsg, unsigned }) {
      const text = JSON.stringify({ code, msg: 'Refused', sub_code: subCode, sub_msg: subMsg ?? subCode })
      return unsigned ? `{"${name}":${text}}` : dressed({ text, name })
    },
    spoilt: (mischief, inner, before) => spoilt(keys, dressed, { mischief, inner, before }),
  }
}

function spoilt(
  keys: AlipayKeys,
  dressed: AnswerWriter['dressed'],
  { mischief, inner, before }: { mischief: AlipayMischief; inner: Inner; before: string },
): string | undefined {
  const { text, name } = inner
  const right = signedBy(keys.alipay, text)
  const byStranger = signedBy(keys.stranger, text)
  const other = text.replace(/\d(?=[^\d]*$)/, (d) => String((Number(d) + 1) % 10))
  switch (mischief) {
    case 'value changed':
      return dressed({ text: other, name }, right)
    case 'keys turned': {
      const turned = Object.fromEntries(Object.entries(JSON.parse(text) as Fields).toReversed())
      return dressed({ text: JSON.stringify(turned), name }, right)
    }
    case 'spaces added':
      return dressed({ text: text.replace('{', '{ '), name }, right)
    case 'forged':
      return dressed(inner, byStranger)
    case 'unsigned':
      return `{"${name}":${text}}`
    case 'empty sign':
      return dressed(inner, '')
    case 'sign no base64':
      return dressed(inner, right.replace(/^./, '!'))
    case 'sign of another':
      return dressed(inner, signedBy(keys.alipay, other))
    case 'foreign certificate':
      return dressed(inner, byStranger).replace(keys.certified!.alipaySn, keys.certified!.foreignSn)
    case 'second before':
      return dressed(inner).replace('{', `{"${name}":${other},`)
    case 'second behind':
      return dressed(inner, right, `,"${name}":${other}`)
    case 'error beside':
      return dressed(inner, right, `,"error_response":{"code":"20000"}`)
    case 'other method':
      return dressed({ text, name: 'alipay_other_method_response' })
    case 'replay':
      return before
    default:
      return undefined
  }
}
