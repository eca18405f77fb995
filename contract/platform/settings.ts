import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import {
  Id,
  OptionalAnyPhone,
  OptionalInt,
  OptionalMail,
  OptionalPlain,
  OptionalText,
  ShortText,
  wireBool,
  wireInt,
  withoutDoubt,
} from '../kit/fields.ts'
import { addressOf } from '../kit/typed/clean.ts'
import { type Appearance, canBeRead, hexColour } from './colours.ts'

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
const OptionalAddress = withoutDoubt(OptionalText(500, addressOf)).refine((t) => t === null || isWebAddress(t), {
  error: 'format.url',
})
/** Of where an app is to be had: a page under attack on the way could offer another. */
const OptionalSafeAddress = withoutDoubt(OptionalText(500, addressOf)).refine(
  (t) => t === null || (/^https:\/\//i.test(t) && URL.canParse(t)),
  { error: 'format.https' },
)
/** The id of a picture that was sent for the platform. */
const OptionalPicture = OptionalText(36).refine((t) => t === null || Id.safeParse(t).success, { error: 'invalid' })

/** One that text can be read in. */
const OptionalColour = (appearance: Appearance) =>
  OptionalText(7, (text) => text.toLowerCase())
    .refine((t) => t === null || hexColour.test(t), { error: 'colour' })
    .refine((t) => t === null || !hexColour.test(t) || canBeRead(t, appearance), { error: `contrast.${appearance}` })

export const mostGib = 1_000_000

/** What a platform shows of itself, and what it lets accounts take; what is not set is not shown, or as usual. */
export const Settings = z.object({
  /** Who stands behind the platform. */
  fullName: OptionalText(100),
  fullNameEn: OptionalText(100),
  region: OptionalText(60),
  regionEn: OptionalText(60),
  consultationPhone: OptionalAnyPhone,
  techSupportPhone: OptionalAnyPhone,
  email: OptionalMail(200),
  officeTime: OptionalText(200),
  officeTimeEn: OptionalText(200),
  officePlace: OptionalText(200),
  officePlaceEn: OptionalText(200),
  /** Logos to stand on white and on black grounds, a mark, a QR code. */
  whiteBottomLogo: OptionalPicture,
  blackBottomLogo: OptionalPicture,
  label: OptionalPicture,
  qrCode: OptionalPicture,
  /** In light and in dark: of links, buttons, headings of certificates. */
  brandColour: OptionalColour('light'),
  brandColourDark: OptionalColour('dark'),
  helpHomePageUrl: OptionalAddress,
  helpRegisterUrl: OptionalAddress,
  helpLoginUrl: OptionalAddress,
  /** Where a chain that evidence is written to can be looked at. */
  explorerUrl: OptionalAddress,
  /** Where the platform's own apps are to be had. */
  appIosUrl: OptionalSafeAddress,
  appAndroidUrl: OptionalSafeAddress,
  /** Where bank transfers go; all three, or none are taken. */
  transferPayee: OptionalPlain(100),
  transferBank: OptionalPlain(100),
  transferAccount: OptionalPlain(40),
  /** Closes a channel that the installation has: to pay money in, and to pay an office's fee. */
  payAlipay: wireBool.default(true),
  payWechat: wireBool.default(true),
  notaryAlipay: wireBool.default(true),
  notaryWechat: wireBool.default(true),
  /** Closes judicial services to new orders; without an office that takes orders they are closed anyway. */
  notarizationService: wireBool.default(true),
  /** How many turns at the shared workers accounts of a kind have for one of the others. */
  captureSharePersonal: OptionalInt(1, 100),
  captureShareEnterprise: OptionalInt(1, 100),
  /** How many captures of one account may wait at once. */
  queuedCaptures: OptionalInt(1, 100_000),
  /** What one account may store, and may have sent or declared without making anything of it. */
  storedGib: OptionalInt(1, mostGib),
  unfinishedGib: OptionalInt(1, mostGib),
})
export type Settings = z.output<typeof Settings>

/** What holds where a platform sets nothing. */
export const usualLimits = {
  captureSharePersonal: 1,
  captureShareEnterprise: 1,
  queuedCaptures: 500,
  storedGib: 100,
  unfinishedGib: 20,
} as const

export const pictureFields = [
  'whiteBottomLogo',
  'blackBottomLogo',
  'label',
  'qrCode',
] as const satisfies (keyof Settings)[]

/** What an administrator fills in. */
export const SettingsBody = Settings.extend({
  nameZh: ShortText(60).pipe(z.string().min(1)),
  nameEn: OptionalText(60),
  /** Visitors of the installation's other platforms learn of this one. */
  listed: wireBool.default(false),
})
export type SettingsBody = z.output<typeof SettingsBody>

export const PlatformSettings = SettingsBody.extend({ id: Id, version: z.int() })
export type PlatformSettings = z.output<typeof PlatformSettings>

/** A platform as others see it. */
const Named = z.object({ notaryId: z.string(), name: z.string(), region: z.string(), fullName: z.string() })

export const settingsOfPlatformCalls = {
  get: defineCall({
    method: 'GET',
    path: 'operator/platform',
    own: true,
    reply: PlatformSettings,
    right: 'platform.manage',
    rate: 'read',
    idempotent: true,
  }),
  /** Refused as a conflict where `version` is given and somebody saved meanwhile. */
  save: defineCall({
    method: 'PUT',
    path: 'operator/platform',
    own: true,
    body: SettingsBody.extend({ version: wireInt(0, 1_000_000_000).optional() }),
    /** `waits`: another account for bank transfers was given, which another administrator decides on. */
    reply: z.object({ version: z.int(), waits: z.boolean() }),
    right: 'platform.manage',
    rate: 'write',
    idempotent: true,
  }),
  /** This platform first, then those of the installation that let others know of them; or the one named. */
  names: defineCall({
    method: 'GET',
    path: 'notary/name',
    query: z.object({ notaryId: z.string().trim().max(100).optional() }),
    reply: z.object({ list: z.array(Named) }),
    topList: true,
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
}
