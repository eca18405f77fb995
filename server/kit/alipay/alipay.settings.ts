import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile, SettingsFileError } from '../settings/settings-file.ts'
import { defineSettings, type ReadSettings } from '../settings/settings-group.ts'
import { type Certificates, readCertificates } from './certificates.ts'

/** Keys as PEM, or as the vendor's own tool writes them: the Base64 alone. */
const Key = z.string().min(1)
const app = {
  appId: z.string().regex(/^\d{1,32}$/, 'digits, as a text'),
  privateKey: Key,
  alipayPublicKey: Key.optional(),
  appCertificate: Key.optional(),
  /** The vendor's certificate with those between it and the root; a renewed one beside the old. */
  alipayCertificate: Key.optional(),
  rootCertificate: Key.optional(),
  /** Whether people sign in with it; false for an application that serves other ends. */
  signIn: z.boolean().default(true),
  /** How people prove who they are: one of the contract's `biz_code`s, or false where it has none. */
  certify: z
    .union([z.literal(false), z.enum(['FACE', 'CERT_PHOTO', 'CERT_PHOTO_FACE', 'SMART_FACE'])])
    .default('SMART_FACE'),
  /** Whether people pay with it. */
  payments: z.boolean().default(false),
  /** The merchant whose money it takes: notices about another's are refused. */
  sellerId: z
    .string()
    .regex(/^2088\d{12}$/, '16 digits that begin with 2088')
    .optional(),
}
const App = z.strictObject(app)
const File = z.strictObject({
  ...app,
  endpoint: Endpoint,
  patience: Patience,
  platforms: z.record(z.string().min(1), App).default({}),
})

export interface AlipayApp {
  appId: string
  signIn: boolean
  /** The `biz_code` of its checks of identity; undefined where it makes none. */
  certify: string | undefined
  payments: boolean
  sellerId: string | undefined
  privateKey: KeyObject
  /** Whose signature an answer must bear. */
  vendor: KeyObject | Certificates
  endpoint: string | undefined
  /** Seconds that the vendor may take to answer. */
  patience: number
}

/** The service's application, and those of platforms that have their own. */
export interface AlipaySettings extends AlipayApp {
  platforms: Record<string, AlipayApp>
}

/** Applications at Alipay; what needs one is closed where none is given. */
export const alipaySettings = defineSettings({
  shape: { SHIMAKAZE_ALIPAY_SETTINGS_FILE: z.string().min(1).optional() },
  read({ SHIMAKAZE_ALIPAY_SETTINGS_FILE: path }, production): AlipaySettings | undefined {
    if (!path) return undefined
    const given = readSettingsFile('SHIMAKAZE_ALIPAY_SETTINGS_FILE', path, production, File)
    const { platforms, endpoint, patience, ...own } = given
    const read = (one: z.output<typeof App>, at: string) => appOf(one, { endpoint, patience }, `${path}: ${at}`)
    return {
      ...read(own, ''),
      platforms: Object.fromEntries(Object.entries(platforms).map(([id, one]) => [id, read(one, `platforms.${id}.`)])),
    }
  },
})

/** The application that serves a platform. */
export function alipayAppOf(config: ReadSettings, notaryId: string): AlipayApp | undefined {
  const settings = alipaySettings.of(config)
  return settings && (settings.platforms[notaryId] ?? settings)
}

function appOf(
  { appId, signIn, certify: way, payments, sellerId, privateKey, ...vendor }: z.output<typeof App>,
  ways: Pick<AlipayApp, 'endpoint' | 'patience'>,
  at: string,
): AlipayApp {
  const read = <T>(field: string, make: () => T) => {
    try {
      return make()
    } catch {
      throw new SettingsFileError(`${at}${field} cannot be read`)
    }
  }
  const own = { appId, signIn, certify: way || undefined, payments, sellerId }
  const key = rsa(
    read('privateKey', () => privateKeyOf(privateKey)),
    `${at}privateKey`,
  )
  const { appCertificate, alipayCertificate, rootCertificate, alipayPublicKey } = vendor
  if (alipayPublicKey && !appCertificate && !alipayCertificate && !rootCertificate)
    return {
      ...ways,
      ...own,
      privateKey: key,
      vendor: rsa(
        read('alipayPublicKey', () => publicKeyOf(alipayPublicKey)),
        `${at}alipayPublicKey`,
      ),
    }
  if (alipayPublicKey || !appCertificate || !alipayCertificate || !rootCertificate)
    throw new SettingsFileError(
      `${at || 'the file'}: give alipayPublicKey, or appCertificate, alipayCertificate and rootCertificate together`,
    )
  const certificates = read('appCertificate, alipayCertificate or rootCertificate', () =>
    readCertificates(appCertificate, alipayCertificate, rootCertificate),
  )
  if (!certificates.own.checkPrivateKey(key))
    throw new SettingsFileError(`${at}appCertificate is not the one of privateKey`)
  if (!certificates.vendor.size)
    throw new SettingsFileError(`${at}alipayCertificate has none that leads to rootCertificate`)
  return { ...ways, ...own, privateKey: key, vendor: certificates }
}

function rsa(key: KeyObject, at: string) {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw new SettingsFileError(`${at} must be an RSA key of 2048 bits or more`)
  return key
}

const isPem = (text: string) => text.includes('-----BEGIN')

function privateKeyOf(text: string): KeyObject {
  if (isPem(text)) return createPrivateKey(text)
  const key = Buffer.from(text, 'base64')
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

const publicKeyOf = (text: string) =>
  isPem(text)
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
