import { hex, hmac, type Reply, startVendor, type Vendor, type Wire } from './vendor.ts'

export interface AliyunSms {
  phone: string
  sign: string
  template: string
  params: Record<string, string>
  outId: string
}

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query with its names and values decoded, encoded by RFC 3986 and sorted by name. */
function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [strict(name), strict(value)] as const)
  return pairs
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The signature of a request by the vendor's third method, ACS3-HMAC-SHA256, over the named headers. */
export function aliyunSignature(
  { method, path, query, headers }: Pick<Wire, 'method' | 'path' | 'query' | 'headers'>,
  signed: string[],
  secret: string,
) {
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const request = [method, path, canonicalQuery(query), lines, signed.join(';'), headers['x-acs-content-sha256']].join(
    '\n',
  )
  return { request, signature: hmac(secret, `ACS3-HMAC-SHA256\n${hex(request)}`).toString('hex') }
}

export const refusal = (status: number, Code: string, Message: string): Reply => ({
  status,
  body: { Code, Message, RequestId: 'R', HostId: 'aliyuncs.com' },
})

/** Judges requests as the vendor's documentation has it: who signed, over what, when, and that no request comes twice. Undefined for a good one. */
export function aliyunJudge({
  keyId,
  secret,
  version,
}: {
  keyId: string
  secret: string
  version: string
}): (wire: Wire) => Reply | undefined {
  const nonces = new Set<string>()
  return (wire) => {
    const { headers, body } = wire
    const [, key, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (!key) return refusal(400, 'MissingAuthorization', 'no ACS3 authorization')
    if (key !== keyId) return refusal(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    const signed = names.split(';')
    const mustBe = [
      'host',
      'x-acs-action',
      'x-acs-content-sha256',
      'x-acs-date',
      'x-acs-signature-nonce',
      'x-acs-version',
      ...Object.keys(headers).filter((n) => n.startsWith('x-acs-') || n === 'content-type'),
    ]
    if (mustBe.some((name) => !signed.includes(name)) || signed.join() !== [...signed].sort().join())
      return refusal(400, 'IncompleteSignature', `signed headers: ${names}`)
    if (headers['x-acs-content-sha256'] !== hex(body))
      return refusal(400, 'InvalidPayload', 'the payload is not the one that was hashed')
    const date = String(headers['x-acs-date'])
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) || Math.abs(Date.now() - Date.parse(date)) > 900_000)
      return refusal(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.')
    const expected = aliyunSignature(wire, signed, secret)
    if (signature !== expected.signature)
      return refusal(
        400,
        'SignatureDoesNotMatch',
        `Specified signature does not match our calculation. server canonical request is:${expected.request}`,
      )
    const nonce = String(headers['x-acs-signature-nonce'])
    if (nonces.has(nonce)) return refusal(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.')
    nonces.add(nonce)
    return headers['x-acs-version'] === version
      ? undefined
      : refusal(404, 'InvalidVersion', 'Specified version is not found.')
  }
}

/** SendSms of Alibaba Cloud. */
export function startAliyun(keyId: string, secret: string): Promise<Vendor<AliyunSms>> {
  const judgeSigned = aliyunJudge({ keyId, secret, version: '2017-05-25' })
  function judge(wire: Wire): Reply | { message: AliyunSms } {
    const refused = judgeSigned(wire)
    if (refused) return refused
    if (wire.headers['x-acs-action'] !== 'SendSms')
      return refusal(404, 'InvalidAction.NotFound', 'Specified api is not found.')
    const given = Object.fromEntries(new URLSearchParams(wire.query || wire.body.toString()))
    return {
      message: {
        phone: given['PhoneNumbers']!,
        sign: given['SignName']!,
        template: given['TemplateCode']!,
        params: JSON.parse(given['TemplateParam'] ?? '{}') as Record<string, string>,
        outId: given['OutId']!,
      },
    }
  }
  return startVendor(judge, (_, told) => ({
    Code: told?.code ?? 'OK',
    Message: told?.message ?? 'OK',
    RequestId: 'R',
    ...(!told && { BizId: '900619746936498440^0' }),
  }))
}
