import { hex, hmac, type Reply, startVendor, type Vendor, type Wire } from './vendor.ts'

export interface TencentSms {
  phone: string
  sign: string
  app: string
  template: string
  params: string[]
  context: string
}

/** The signature of a request by the vendor's third method, TC3-HMAC-SHA256, over the named headers. */
export function tencentSignature(
  { method, query, headers, body }: Pick<Wire, 'method' | 'query' | 'headers' | 'body'>,
  signed: string[],
  service: string,
  date: string,
  secret: string,
): string {
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`).join('')
  const request = [method, '/', query, lines, signed.join(';'), hex(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'], `${date}/${service}/tc3_request`, hex(request)].join('\n')
  return hmac(hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request'), text).toString('hex')
}

export const refusal = (Code: string, Message: string): Reply => ({
  status: 200,
  body: { Response: { Error: { Code, Message }, RequestId: 'R' } },
})

/** Judges requests as the vendor's documentation has it: who signed, over what, for which service, and when. Undefined for a good one. */
export function tencentJudge({
  secretId,
  secretKey,
  service: own,
  version,
}: {
  secretId: string
  secretKey: string
  service: string
  version: string
}): (wire: Wire) => Reply | undefined {
  return (wire) => {
    const { headers, body } = wire
    const [, id, date = '', service = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (!id) return refusal('AuthFailure.InvalidAuthorization', 'no TC3 authorization')
    if (id !== secretId) return refusal('AuthFailure.SecretIdNotFound', 'The SecretId is not found.')
    const stamp = Number(headers['x-tc-timestamp'])
    if (!(Math.abs(Date.now() / 1_000 - stamp) < 300) || new Date(stamp * 1_000).toISOString().slice(0, 10) !== date)
      return refusal('AuthFailure.SignatureExpire', 'The request is too old.')
    const signed = names.split(';')
    if (
      service !== own ||
      headers.host !== `${own}.tencentcloudapi.com` ||
      !['content-type', 'host'].every((n) => signed.includes(n))
    )
      return refusal('AuthFailure.InvalidAuthorization', 'service, host or signed headers')
    if (signature !== tencentSignature(wire, signed, service, date, secretKey))
      return refusal(
        'AuthFailure.SignatureFailure',
        `The provided credentials could not be validated. Body: ${body.toString().slice(0, 1_000)}`,
      )
    return headers['x-tc-version'] === version ? undefined : refusal('NoSuchVersion', 'no such version')
  }
}

/** SendSms of Tencent Cloud. */
export function startTencent(secretId: string, secretKey: string): Promise<Vendor<TencentSms>> {
  const judgeSigned = tencentJudge({ secretId, secretKey, service: 'sms', version: '2021-01-11' })
  function judge(wire: Wire): Reply | { message: TencentSms } {
    const refused = judgeSigned(wire)
    if (refused) return refused
    if (wire.headers['x-tc-action'] !== 'SendSms') return refusal('InvalidAction', 'no such action')
    const given = JSON.parse(wire.body.toString()) as {
      PhoneNumberSet: string[]
      SignName: string
      SmsSdkAppId: string
      TemplateId: string
      TemplateParamSet: string[]
      SessionContext: string
    }
    return {
      message: {
        phone: given.PhoneNumberSet.join(),
        sign: given.SignName,
        app: given.SmsSdkAppId,
        template: given.TemplateId,
        params: given.TemplateParamSet,
        context: given.SessionContext,
      },
    }
  }
  return startVendor(judge, (message, told) => ({
    Response: {
      SendStatusSet: [
        {
          SerialNo: told ? '' : '5000:1045710669157053657849499619',
          PhoneNumber: message.phone,
          Fee: 1,
          SessionContext: message.context,
          Code: told?.code ?? 'Ok',
          Message: told?.message ?? 'send success',
          IsoCode: 'CN',
        },
      ],
      RequestId: 'R',
    },
  }))
}
