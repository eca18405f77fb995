import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen } from '../kit/fields.ts'
import { Colours } from './colours.ts'
import { LegalKind } from './legal.ts'

const OpenFlag = z.object({ open: z.boolean() })

/** Who stands behind the platform and how to reach them; empty where nothing is set. Names ending in `En` are additions of ours. */
const NotaryInfo = z.object({
  fullName: z.string(),
  fullNameEn: z.string(),
  labelUrl: z.string(),
  blackBottomLogoUrl: z.string(),
  whiteBottomLogoUrl: z.string(),
  helpHomePageUrl: z.string(),
  helpRegisterUrl: z.string(),
  helpLoginUrl: z.string(),
  qrCodeUrl: z.string(),
  consultationPhone: z.string(),
  techSupportPhone: z.string(),
  email: z.string(),
  officeTime: z.string(),
  officeTimeEn: z.string(),
  officePlace: z.string(),
  officePlaceEn: z.string(),
})
export type NotaryInfo = z.output<typeof NotaryInfo>

/** A product that is added to evidence, and what one of it costs. */
const ValueAdded = z.object({ product: z.string(), amount: Fen, unit: z.string() })
export type ValueAdded = z.output<typeof ValueAdded>

/** The platform dictionary, read at the paths specification §7 names. */
export const Dictionary = z.object({
  notaryId: z.string(),
  /** `local` marks every page: sandbox trust, demo accounts. */
  mode: z.enum(['local', 'production']),
  frontPlatformInfo: z.object({
    basicInfo: z.object({ platformName: z.string(), platformNameEn: z.string() }),
    /** What whoever opens an account agrees to; empty until it is published. */
    files: z.array(z.object({ kind: LegalKind, edition: z.string(), url: z.string() })),
    /** Pictures of the platform, by what they are in its settings. */
    imgList: z.array(z.object({ name: z.string(), url: z.string() })),
    /** What one of each product costs, in fen; tiers and quotes have calls of their own. */
    price: z.record(z.string(), Fen),
    /** What is sold to go with evidence, such as time-stamps of third parties; empty where none of it costs anything. */
    valueAdded: z.array(ValueAdded),
    chainMode: z.string(),
    /** Of the newest block that holds a checkpoint for good (ISO 8601); empty where there is none. */
    chainTime: z.string(),
    explorerUrl: z.string(),
    /** Where the platform's apps are to be had; empty where it has published none. */
    app: z.object({ iosUrl: z.string(), androidUrl: z.string() }),
    colours: Colours,
  }),
  /** With what else one can sign in here. */
  login: z.object({ alipay: OpenFlag, wechat: OpenFlag }),
  pay: z.object({ alipay: OpenFlag, wechat: OpenFlag }),
  'notary-pay': z.object({ alipay: OpenFlag, wechat: OpenFlag }),
  notary: z.object({ info: NotaryInfo }),
  service: z.object({ NotarizationService: z.boolean() }),
})
export type Dictionary = z.output<typeof Dictionary>

export const dictionaryCalls = {
  dictionary: defineCall({
    method: 'GET',
    path: 'dict',
    reply: Dictionary,
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
}
