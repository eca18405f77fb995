import { KeyObject } from 'node:crypto'
import { boundedAnswer } from '../egress/bounded-answer.ts'
import { shanghaiText } from '../../../contract/kit/shanghai-time.ts'
import { membersOf } from './answer.ts'
import { type Certificates, isValidAt } from './certificates.ts'
import { AlipayFailure, kindOfCode } from './failure.ts'
import type { AlipayApp } from './alipay.settings.ts'
import { isSigned, type Params, signedText, signText } from './signing.ts'

/** What a method takes: business parameters as JSON text, or at the top level where its documentation has them there. */
export interface AlipayAsk {
  bizContent?: object
  /** Beside the common parameters, such as `grant_type`, `auth_token`, `return_url`. */
  params?: Params
  /** The method's successes bear no `code`. */
  bare?: boolean
}

export type AlipayAnswer = Record<string, unknown>

export interface AlipayClient {
  /** The fields of an answer that the vendor signed; throws `AlipayFailure` for everything else. */
  call(method: string, ask: AlipayAsk): Promise<AlipayAnswer>
  /** The signed address of a method that is a page. */
  pageUrl(method: string, ask: AlipayAsk): string
  /** The page where a person agrees to tell an application who they are. */
  authorizeUrl(query: Params): string
}

const isCertified = (vendor: KeyObject | Certificates): vendor is Certificates => !(vendor instanceof KeyObject)

export function alipayClient(app: AlipayApp, now = () => new Date()): AlipayClient {
  const gateway = `${app.endpoint ?? 'https://openapi.alipay.com'}/gateway.do`
  const signed = (method: string, { bizContent, params }: AlipayAsk): Params => {
    const all: Params = {
      ...params,
      app_id: app.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: shanghaiText(now()),
      version: '1.0',
      ...(isCertified(app.vendor) && { app_cert_sn: app.vendor.ownSn, alipay_root_cert_sn: app.vendor.rootSn }),
      ...(bizContent && { biz_content: JSON.stringify(bizContent) }),
    }
    return { ...all, sign: signText(signedText(all), app.privateKey) }
  }
  const once = async (method: string, ask: AlipayAsk) =>
    judge(
      app.vendor,
      method,
      await send(gateway, method, signed(method, ask), app.patience * 1_000),
      ask.bare ?? false,
      now(),
    )
  return {
    async call(method, ask) {
      try {
        return await once(method, ask)
      } catch (error) {
        // The one refusal that the vendor asks to be tried again as it was; the order's own number keeps it from being done twice.
        if (error instanceof AlipayFailure && error.mayRepeat) return once(method, ask)
        throw error
      }
    },
    pageUrl: (method, ask) => `${gateway}?${new URLSearchParams(signed(method, ask)).toString()}`,
    authorizeUrl: (query) =>
      `${app.endpoint ?? 'https://openauth.alipay.com'}/oauth2/publicAppAuthorize.htm?${new URLSearchParams({ app_id: app.appId, ...query }).toString()}`,
  }
}

/** Everything but the business parameters stands in the query, as the vendor's own libraries have it. */
async function send(
  gateway: string,
  method: string,
  { biz_content: business, ...common }: Params,
  patience: number,
): Promise<string> {
  try {
    // What lets somebody in travels in the body: addresses end in logs on the way.
    const secret = ['code', 'auth_token', 'refresh_token'].filter((name) => common[name])
    const query = Object.entries(common).filter(([name]) => !secret.includes(name))
    const body = new URLSearchParams({
      ...(business && { biz_content: business }),
      ...Object.fromEntries(secret.map((name) => [name, common[name]!])),
    })
    const response = await fetch(`${gateway}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    })
    if (response.status !== 200) throw new AlipayFailure(method, 'unanswered', `http-${response.status}`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await boundedAnswer(response))
  } catch (error) {
    if (error instanceof AlipayFailure) throw error
    // Of the error nothing is told but its name: its words may quote the address.
    throw new AlipayFailure(method, 'unanswered', (error as Error).name)
  }
}

/** Fields are read from what was signed, and from nothing else; what nobody signed is at most a refusal. */
function judge(vendor: KeyObject | Certificates, method: string, body: string, bare: boolean, now: Date): AlipayAnswer {
  const untrusted = (why: string) => new AlipayFailure(method, 'untrusted', why)
  const members = membersOf(body)
  const name = `${method.replaceAll('.', '_')}_response`
  const [own, error] = [members?.get(name), members?.get('error_response')]
  const text = own ?? error
  if (!members || !text?.startsWith('{') || (own && error)) throw untrusted('no-answer-of-this-method')
  const fields = JSON.parse(text) as AlipayAnswer
  const signature = members.get('sign')
  if (signature !== undefined && !isOfVendor(vendor, text, signature, members.get('alipay_cert_sn'), now))
    throw untrusted('signature')
  const [code, subCode] = [fields['code'], fields['sub_code']].map((v) =>
    typeof v === 'string' || typeof v === 'number' ? String(v).slice(0, 100) : '',
  )
  if (own && signature !== undefined && (code === '10000' || (bare && code === ''))) return fields
  if (own && (code === '10000' || !code)) throw untrusted(signature === undefined ? 'unsigned' : 'no-code')
  throw new AlipayFailure(method, kindOfCode(code!, subCode!), code || 'error', {
    subCode: subCode!,
    isSigned: signature !== undefined,
  })
}

function isOfVendor(
  vendor: KeyObject | Certificates,
  text: string,
  rawSignature: string,
  rawSn: string | undefined,
  now: Date,
): boolean {
  const signature: unknown = JSON.parse(rawSignature)
  if (typeof signature !== 'string') return false
  if (!isCertified(vendor)) return isSigned(text, signature, vendor)
  const certificate = vendor.vendor.get(rawSn ? String(JSON.parse(rawSn)) : '')
  return certificate !== undefined && isValidAt(certificate, now) && isSigned(text, signature, certificate.publicKey)
}
