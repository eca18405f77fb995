import { z } from 'zod'
import { Endpoint, isLoopback, readSettingsFile, SettingsFileError } from '../../kit/settings/settings-file.ts'
import { defineSettings } from '../../kit/settings/settings-group.ts'

/** A server that takes mail; TLS is demanded unless `plain`. */
export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte; else by STARTTLS. */
  secure: boolean
  /** Loopback of a local installation: TLS is used where it is offered. */
  plain: boolean
  user: string | undefined
  password: string | undefined
  from: string
}

const Param = z.string().regex(/^[A-Za-z]\w{0,39}$/, 'a name of a parameter')
/** A vendor's name of a text they approved, and which of our parameters it takes, in their order. */
const Template = z.strictObject({ code: z.string().min(1), params: z.array(Param).max(20).default([]) })
const shared = {
  signName: z.string().min(1),
  endpoint: Endpoint,
  /** By our name of the text and the language; where English is missing, the Chinese one is sent. */
  templates: z.record(z.string(), z.strictObject({ 'zh-CN': Template, en: Template.optional() })),
}
const key = z.string().min(1)
const Aliyun = z.strictObject({ accessKeyId: key, accessKeySecret: key, ...shared })
const Tencent = z.strictObject({
  secretId: key,
  secretKey: key,
  sdkAppId: z.string().regex(/^\d+$/, 'digits, as a text'),
  region: z.string().min(1).default('ap-guangzhou'),
  ...shared,
})

export type AliyunSettings = z.output<typeof Aliyun> & { vendor: 'aliyun' }
export type TencentSettings = z.output<typeof Tencent> & { vendor: 'tencent' }
export type SmsSettings = AliyunSettings | TencentSettings

const shape = {
  /** `smtps://user:password@host` or `smtp://…:587`; the password percent-encoded. */
  SHIMAKAZE_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SHIMAKAZE_MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]{1,60} <)?[^\s<>@"]+@[^\s<>@"]+>?$/, 'an address, or: Name <address>')
    .optional(),
  SHIMAKAZE_SMS: z.enum(['aliyun', 'tencent']).optional(),
  SHIMAKAZE_SMS_SETTINGS_FILE: z.string().min(1).optional(),
}
type Given = z.output<z.ZodObject<typeof shape>>

/** Mail and SMS go nowhere where none is given. */
export interface MessageSettings {
  mail: MailSettings | undefined
  sms: SmsSettings | undefined
}

export const messageSettings = defineSettings({
  shape,
  read: (given, production): MessageSettings => ({ mail: mailOf(given, production), sms: smsOf(given, production) }),
})

function mailOf(
  { SHIMAKAZE_SMTP_URL: given, SHIMAKAZE_MAIL_FROM: from }: Given,
  production: boolean,
): MailSettings | undefined {
  if (!given && !from) return undefined
  if (!given || !from)
    throw new SettingsFileError(
      'SHIMAKAZE_SMTP_URL and SHIMAKAZE_MAIL_FROM need each other. Give both, or none to send no mail.',
    )
  const url = new URL(given)
  const secure = url.protocol === 'smtps:'
  if (!url.hostname || (url.pathname !== '' && url.pathname !== '/') || url.search)
    throw new SettingsFileError(
      'SHIMAKAZE_SMTP_URL is smtps://user:password@host, or smtp:// where the server speaks STARTTLS, and nothing more',
    )
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    plain: !production && isLoopback(url.hostname),
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    from,
  }
}

function smsOf(
  { SHIMAKAZE_SMS: vendor, SHIMAKAZE_SMS_SETTINGS_FILE: path }: Given,
  production: boolean,
): SmsSettings | undefined {
  if (!vendor && !path) return undefined
  if (!vendor || !path)
    throw new SettingsFileError(
      'SHIMAKAZE_SMS and SHIMAKAZE_SMS_SETTINGS_FILE need each other. Give both, or none to send no SMS.',
    )
  const read = <T extends z.ZodType>(schema: T) =>
    readSettingsFile('SHIMAKAZE_SMS_SETTINGS_FILE', path, production, schema)
  return vendor === 'aliyun' ? { vendor, ...read(Aliyun) } : { vendor, ...read(Tencent) }
}
