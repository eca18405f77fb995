import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile, SettingsFileError } from '../../../kit/settings/settings-file.ts'
import { defineSettings, type ReadSettings } from '../../../kit/settings/settings-group.ts'

const merchant = {
  merchantId: z.string().regex(/^\d{8,32}$/, 'digits, as a text'),
  /** Of the official account, mini program or application that is bound to the merchant. */
  appId: z.string().regex(/^wx[0-9A-Za-z]{6,30}$/, 'begins with wx'),
  /** Of the merchant's own certificate, as the merchant platform shows it. */
  merchantSerial: z.string().regex(/^[0-9A-Fa-f]{8,64}$/, 'hexadecimal'),
  privateKey: z.string().min(1),
  apiV3Key: z.string().refine((key) => Buffer.byteLength(key) === 32, '32 bytes'),
  /** WeChat Pay's platform certificates, PEM, several one behind the other while they change. */
  platformCertificates: z.string().min(1).optional(),
  /** WeChat Pay's public keys by their `PUB_KEY_ID_…`. */
  publicKeys: z
    .record(z.string().regex(/^PUB_KEY_ID_[0-9A-Za-z]{1,64}$/, 'PUB_KEY_ID_…'), z.string().min(1))
    .optional(),
}
const Merchant = z.strictObject(merchant)
const File = z.strictObject({
  ...merchant,
  endpoint: Endpoint,
  patience: Patience,
  platforms: z.record(z.string().min(1), Merchant).default({}),
})

/** What the vendor signs with; a certificate only while it is valid. */
export interface WechatPayKey {
  key: KeyObject
  certificate?: X509Certificate
}

export interface WechatMerchant {
  merchantId: string
  appId: string
  merchantSerial: string
  privateKey: KeyObject
  apiV3Key: Buffer
  /** Whose signature counts, by the serial that answers and notices name. */
  vendor: ReadonlyMap<string, WechatPayKey>
  endpoint: string | undefined
  /** Seconds that the vendor may take to answer. */
  patience: number
}

/** The service's merchant, and those of platforms that have their own. */
interface WechatPaySettings extends WechatMerchant {
  platforms: Record<string, WechatMerchant>
}

/** Nobody pays with WeChat where none is given. */
export const wechatPaySettings = defineSettings({
  shape: { SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: z.string().min(1).optional() },
  read({ SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: path }, production): WechatPaySettings | undefined {
    if (!path) return undefined
    const given = readSettingsFile('SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE', path, production, File)
    const { platforms, endpoint, patience, ...own } = given
    const read = (one: z.output<typeof Merchant>, at: string): WechatMerchant => ({
      ...merchantOf(one, `${path}: ${at}`),
      endpoint,
      patience,
    })
    return {
      ...read(own, ''),
      platforms: Object.fromEntries(Object.entries(platforms).map(([id, one]) => [id, read(one, `platforms.${id}.`)])),
    }
  },
})

/** The merchant that takes a platform's money. */
export function wechatMerchantOf(config: ReadSettings, notaryId: string): WechatMerchant | undefined {
  const settings = wechatPaySettings.of(config)
  return settings && (settings.platforms[notaryId] ?? settings)
}

function merchantOf(given: z.output<typeof Merchant>, at: string): Omit<WechatMerchant, 'endpoint' | 'patience'> {
  const read = <T>(field: string, make: () => T): T => {
    try {
      return make()
    } catch {
      throw new SettingsFileError(`${at}${field} cannot be read`)
    }
  }
  const privateKey = read('privateKey', () => createPrivateKey(given.privateKey))
  const certificates = read('platformCertificates', () => certificatesIn(given.platformCertificates ?? ''))
  const vendor = new Map<string, WechatPayKey>(certificates.map((one) => [one.serialNumber, keyOf(one)]))
  for (const [id, pem] of Object.entries(given.publicKeys ?? {}))
    vendor.set(id, { key: read(`publicKeys.${id}`, () => createPublicKey(pem)) })
  if (!vendor.size) throw new SettingsFileError(`${at || 'the file: '}give platformCertificates or publicKeys, or both`)
  if (vendor.has(given.merchantSerial.toUpperCase()))
    throw new SettingsFileError(`${at}platformCertificates holds the merchant's own certificate`)
  requireRsa(privateKey, `${at}privateKey`)
  for (const [id, { key }] of vendor) requireRsa(key, `${at}${id}`)
  return {
    merchantId: given.merchantId,
    appId: given.appId,
    merchantSerial: given.merchantSerial.toUpperCase(),
    privateKey,
    apiV3Key: Buffer.from(given.apiV3Key),
    vendor,
  }
}

const keyOf = (certificate: X509Certificate): WechatPayKey => ({ key: certificate.publicKey, certificate })

function certificatesIn(pem: string): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (pem && !found.length) throw new Error('no certificate')
  return found.map((one) => new X509Certificate(one))
}

function requireRsa(key: KeyObject, at: string) {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw new SettingsFileError(`${at} must be an RSA key of 2048 bits or more`)
}
