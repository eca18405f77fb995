import { createRequire } from 'node:module'
import type { AliyunSettings } from './messages.settings.ts'
import { type Carrier, type Letter, type Outcome, outcomeOfFailure, wordsOf } from './carrier.ts'
import { templateFor } from './templates.ts'

/** About this number, text or signature: trying again changes nothing. Keys, money and the vendor's own trouble may get better. */
const final = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.DOMESTIC_NUMBER_NOT_SUPPORTED',
  'isv.PHONENUMBER_BLACKLIST',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.SMS_TEMPLATE_ILLEGAL',
  'isv.SMS_SIGNATURE_ILLEGAL',
  'isv.SMS_SIGN_ILLEGAL',
  'isv.SMS_SIGNATURE_SCENE_ILLEGAL',
  'isv.SMS_CONTENT_ILLEGAL',
  'isv.SMS_CONTENT_MISMATCH_TEMPLATE_TYPE',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
  'isv.INVALID_JSON_PARAM',
  'isv.INVALID_PARAMETERS',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.PARAM_NOT_SUPPORT_URL',
  'isv.CUSTOMER_REFUSED',
])

/** The vendor lets one number have so many messages a minute, an hour, a day, and says which of them is used up. */
function retryAfterOf(words: string): number {
  if (/小时|天|\bhour|\bday/i.test(words)) return 3_600
  return 61
}

function judge(code: string, message: string, letter: Letter): Outcome {
  const error = wordsOf(code, message, letter)
  if (final.has(code)) return { kind: 'refused', error }
  if (code.includes('LIMIT_CONTROL') || code.startsWith('Throttling'))
    return { kind: 'later', error, afterSeconds: retryAfterOf(message) }
  return { kind: 'later', error }
}

/** SMS by Alibaba Cloud (SendSms of 2017-05-25). Its library is loaded where it is used: it is large, and it is CommonJS. */
export function aliyunCarrier(settings: AliyunSettings, timeout: number): Carrier {
  const vendor = createRequire(import.meta.url)(
    '@alicloud/dysmsapi20170525',
  ) as typeof import('@alicloud/dysmsapi20170525')
  const endpoint = settings.endpoint ? new URL(settings.endpoint).host : 'dysmsapi.aliyuncs.com'
  const config = {
    accessKeyId: settings.accessKeyId,
    accessKeySecret: settings.accessKeySecret,
    endpoint,
    protocol: settings.endpoint ? 'HTTP' : 'HTTPS',
    connectTimeout: timeout,
    readTimeout: timeout,
    userAgent: 'shimakaze',
  }
  // Only its fields are read; the class they belong to is in a package that ours does not depend on by itself.
  const client = new vendor.default(config as ConstructorParameters<typeof vendor.default>[0])
  return {
    async deliver(letter) {
      const { code, params } = templateFor(settings, letter)
      try {
        const { body } = await client.sendSms(
          new vendor.SendSmsRequest({
            phoneNumbers: letter.recipient,
            signName: settings.signName,
            templateCode: code,
            outId: letter.id,
            templateParam: JSON.stringify(Object.fromEntries(params)),
          }),
        )
        return body?.code === 'OK'
          ? { kind: 'sent', vendorId: body.bizId }
          : judge(body?.code ?? 'no-code', body?.message ?? '', letter)
      } catch (error) {
        const { code: refusal, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
        if (statusCode !== undefined) return judge(refusal ?? String(statusCode), message ?? '', letter)
        return outcomeOfFailure(error, 'aliyun')
      }
    },
    close() {},
  }
}
