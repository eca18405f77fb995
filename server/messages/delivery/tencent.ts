import { Agent } from 'node:http'
import type { TencentSettings } from './messages.settings.ts'
import { type Carrier, type Letter, type Outcome, outcomeOfFailure, wordsOf } from './carrier.ts'
import { templateFor } from './templates.ts'

/** About this number, text or signature: trying again changes nothing. Keys, money and the vendor's own trouble may get better. */
const final = [
  'FailedOperation.ContainSensitiveWord',
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.SignatureIncorrectOrUnapproved',
  'FailedOperation.TemplateIncorrectOrUnapproved',
  'FailedOperation.TemplateUnapprovedOrNotExist',
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
  'FailedOperation.TemplateIdNotExist',
  'FailedOperation.MarketingSendTimeConstraint',
  'InvalidParameterValue.',
  'UnsupportedOperation.',
]
/** An id of the settings, which the operator can mend. */
const mendable = 'InvalidParameterValue.SdkAppIdNotExist'

/** How long one number rests, by which of the vendor's limits it met. */
function retryAfterOf(code: string): number {
  if (code.includes('ThirtySecond')) return 31
  return /Hour|Daily|Day/.test(code) ? 3_600 : 61
}

function judge(code: string, message: string, letter: Letter): Outcome {
  const error = wordsOf(code, message, letter)
  if (code !== mendable && final.some((f) => (f.endsWith('.') ? code.startsWith(f) : code === f)))
    return { kind: 'refused', error }
  if (code.startsWith('LimitExceeded') || code.startsWith('RequestLimitExceeded'))
    return { kind: 'later', error, afterSeconds: retryAfterOf(code) }
  return { kind: 'later', error }
}

/** SMS by Tencent Cloud (SendSms of 2021-01-11). */
export async function tencentCarrier(settings: TencentSettings, timeout: number): Promise<Carrier> {
  const { sms } = await import('tencentcloud-sdk-nodejs-sms')
  // The name of the vendor's host is part of what is signed; a counterpart on this machine is reached beneath it.
  const elsewhere = settings.endpoint
    ? {
        protocol: 'http://',
        agent: new Agent({ host: new URL(settings.endpoint).hostname, port: Number(new URL(settings.endpoint).port) }),
      }
    : {}
  const client = new sms.v20210111.Client({
    credential: { secretId: settings.secretId, secretKey: settings.secretKey },
    region: settings.region,
    profile: {
      signMethod: 'TC3-HMAC-SHA256',
      httpProfile: { reqMethod: 'POST', reqTimeout: timeout / 1_000, ...elsewhere },
    },
  })
  return {
    async deliver(letter) {
      const { code, params } = templateFor(settings, letter)
      try {
        const reply = await client.SendSms({
          PhoneNumberSet: [`+86${letter.recipient}`],
          SmsSdkAppId: settings.sdkAppId,
          SignName: settings.signName,
          TemplateId: code,
          TemplateParamSet: params.map(([, value]) => value),
          SessionContext: letter.id,
        })
        const status = reply.SendStatusSet?.[0]
        return status?.Code === 'Ok'
          ? { kind: 'sent', vendorId: status.SerialNo }
          : judge(status?.Code ?? 'no-code', status?.Message ?? '', letter)
      } catch (error) {
        const { code: refusal, httpCode, message } = error as { code?: string; httpCode?: number; message?: string }
        if (refusal !== undefined || httpCode !== undefined)
          return judge(refusal ?? String(httpCode), message ?? '', letter)
        return outcomeOfFailure(error, 'tencent')
      }
    },
    close() {},
  }
}
