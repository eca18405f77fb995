import { z } from 'zod'
import { defineCall, mostPictureText } from '../kit/call.ts'
import { numberOf } from '../kit/typed/clean.ts'
import { Id, Instant, PlainBetween } from '../kit/fields.ts'
import { withOneDot } from '../kit/typed/names.ts'
import { isCreditCode, isResidentId } from '../kit/identity.ts'

export const IdentityKind = z.enum(['PERSONAL', 'ENTERPRISE'])
export type IdentityKind = z.output<typeof IdentityKind>

/** How it was found out. */
export const IdentityWay = z.enum(['documents', 'alipay', 'licence'])
export type IdentityWay = z.output<typeof IdentityWay>

/** CANCELLED by whoever asked, EXPIRED unfinished, WITHDRAWN with the consent, REVOKED by staff, REPLACED by a later one. */
export const IdentityStatus = z.enum([
  'PENDING',
  'REVIEWING',
  'PASS',
  'REJECT',
  'EXPIRED',
  'CANCELLED',
  'WITHDRAWN',
  'REVOKED',
  'REPLACED',
])
export type IdentityStatus = z.output<typeof IdentityStatus>

export const refusalReasons = ['blurred', 'mismatch', 'cardExpired', 'incomplete', 'notAuthorized', 'other'] as const
export const RefusalReason = z.enum(refusalReasons)
export type RefusalReason = z.output<typeof RefusalReason>

const megabyte = 1024 * 1024
export const photo = { maxBytes: 7 * megabyte, maxSide: 8_192, maxPixels: 50_000_000 }
/** A person keeps so many at a time that belong to nothing yet; they are removed after a day. */
export const mostLoosePhotos = 20
/** Pictures of papers are removed so many days after the decision. */
export const photoDays = 30
/** Staff answer within so many working days. */
export const reviewDays = 2
/** Attempts of a person, or of an account, within 24 hours. */
export const mostAttempts = 5
/** PIPL 31: below this age a guardian consents, which takes a person of staff. */
export const leastAge = 14

const tight = (text: string) =>
  withOneDot(text)
    .replaceAll(/[\s·．.]+/g, (run) => (/^\s+$/.test(run) ? ' ' : '·'))
    .trim()

/** As on the card: Chinese names and their dots, or Latin ones. */
export const PersonsName = z
  .string()
  .transform(tight)
  .pipe(
    z
      .string()
      .min(1)
      .regex(/^[\p{L}\p{M}][\p{L}\p{M}·' -]{0,48}[\p{L}\p{M}]$/u, { error: 'personsName' }),
  )

/** GB 11643-1999. A number of 15 digits is told to be the old one. */
export const ResidentId = z
  .string()
  .transform(numberOf)
  .pipe(
    z
      .string()
      .min(1)
      .refine((n) => !/^\d{15}$/.test(n), { error: 'idOld', abort: true })
      .refine(isResidentId, { error: 'idNumber' }),
  )

/** GB 32100-2015. */
export const CreditCode = z
  .string()
  .transform(numberOf)
  .pipe(z.string().min(1).refine(isCreditCode, { error: 'creditCode' }))

export const Gender = z.enum(['male', 'female'])

/** Of the 18 digits: birth in places 7 to 14, the seventeenth odd for men (specification §4). */
export function readResidentId(number: string): { birthday: string; gender: z.output<typeof Gender> } {
  const at = (from: number, to: number) => number.slice(from, to)
  return { birthday: `${at(6, 10)}-${at(10, 12)}-${at(12, 14)}`, gender: Number(number[16]) % 2 ? 'male' : 'female' }
}

/** Whole years at a day, both as `YYYY-MM-DD`. */
export const ageAt = (birthday: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (day.slice(5) < birthday.slice(5) ? 1 : 0)

/** Four places at either end, as `1101**********002X`. */
export const maskNumber = (number: string) =>
  `${number.slice(0, 4)}${'*'.repeat(Math.max(0, number.length - 8))}${number.slice(-4)}`

/** What is known of a person, to that person alone. */
export const PersonIdentity = z.object({
  id: Id,
  way: IdentityWay,
  name: z.string(),
  idcard: z.string(),
  birthday: z.string(),
  gender: Gender,
  passedAt: Instant,
})
/** An enterprise's name and code are public data. */
export const EnterpriseIdentity = z.object({
  id: Id,
  way: IdentityWay,
  name: z.string(),
  uscc: z.string(),
  passedAt: Instant,
})

/** The last attempt that is not the one in force. */
export const Attempt = z.object({
  id: Id,
  way: IdentityWay,
  status: IdentityStatus,
  nameMasked: z.string(),
  numberMasked: z.string(),
  /** The vendor's number of a check that waits for the person. */
  certify_id: z.string().nullable(),
  reason: RefusalReason.nullable(),
  note: z.string().nullable(),
  submittedAt: Instant,
  /** The day by which staff answer, while it is theirs to. */
  answerBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
})
export type Attempt = z.output<typeof Attempt>

export const CertifyInfo = z.object({
  person: PersonIdentity.nullable(),
  personAttempt: Attempt.nullable(),
  /** Of the account that the person acts for, if it is an enterprise's. */
  enterprise: EnterpriseIdentity.nullable(),
  enterpriseAttempt: Attempt.nullable(),
  /** Collecting evidence takes it on this installation. */
  required: z.boolean(),
  /** What else than papers and people this installation checks with. */
  alipay: z.boolean(),
  ocr: z.boolean(),
})
export type CertifyInfo = z.output<typeof CertifyInfo>

export const PhotoSide = z.enum(['FRONT', 'BACK'])
export const PaperKind = z.enum(['LICENSE', 'LETTER'])
export const PhotoKind = z.enum([...PhotoSide.options, ...PaperKind.options])
export type PhotoKind = z.output<typeof PhotoKind>

/** What a machine read, to fill in a form; what it did not read is absent. `problem` is why it read nothing. */
export const CardRead = z
  .object({ name: z.string(), idNumber: z.string(), validUntil: z.string(), authority: z.string() })
  .partial()
  .extend({ problem: z.string().optional() })
export type CardRead = z.output<typeof CardRead>
export const LicenceRead = z
  .object({ name: z.string(), regNum: z.string(), person: z.string(), address: z.string() })
  .partial()
  .extend({ problem: z.string().optional() })
export type LicenceRead = z.output<typeof LicenceRead>

/** The last day of a card, or one that never ends. */
export const ValidUntil = z.union([z.literal('long'), z.iso.date()])

export const PersonalBody = z.object({
  name: PersonsName,
  idcard: ResidentId,
  validUntil: ValidUntil,
  front: Id,
  back: Id,
})
export type PersonalBody = z.output<typeof PersonalBody>

/** The letter may stay out where whoever asks is the legal representative. */
export const EnterpriseBody = z.object({
  name: PlainBetween(2, 100),
  uscc: CreditCode,
  legalPerson: PersonsName,
  licence: Id,
  letter: Id.nullish().transform((id) => id ?? null),
})
export type EnterpriseBody = z.output<typeof EnterpriseBody>

const sent = <R extends z.ZodType>(read: R) => z.object({ fileId: Id, ocr: read.nullable() })
const mine = { right: 'signed-in' } as const
const owners = { right: 'account.manage' } as const
const change = { rate: 'write', idempotent: false } as const
const ask = { rate: 'read', idempotent: true } as const

export const certifyCalls = {
  info: defineCall({ method: 'GET', path: 'certify/info', reply: CertifyInfo, ...mine, ...ask }),
  /** NONE where it was never asked for. */
  status: defineCall({
    method: 'POST',
    path: 'certify/status',
    body: z.object({ type: IdentityKind }),
    reply: z.object({ status: z.enum(['NONE', ...IdentityStatus.options]), reason: RefusalReason.nullable() }),
    ...mine,
    ...ask,
  }),
  /** A side of an identity card. Read by a machine where the platform has one and the person agreed to that. */
  sendPhoto: defineCall({
    method: 'POST',
    path: 'cert/img',
    upload: { maxBytes: photo.maxBytes },
    body: z.object({ side: PhotoSide }),
    reply: sent(CardRead),
    ...mine,
    ...change,
  }),
  /** The same as a data URL, as large as a body of JSON may be. */
  sendPhotoText: defineCall({
    method: 'POST',
    path: 'cert/img2',
    body: z.object({ imgBase: z.string().min(1), side: PhotoSide }),
    maxBody: mostPictureText,
    reply: sent(CardRead),
    ...mine,
    ...change,
  }),
  sendPaper: defineCall({
    method: 'POST',
    path: 'enterprise/img',
    upload: { maxBytes: photo.maxBytes },
    body: z.object({ kind: PaperKind }),
    reply: sent(LicenceRead),
    ...owners,
    ...change,
  }),
  /** One that belongs to nothing yet. */
  removePaper: defineCall({
    method: 'DELETE',
    path: 'enterprise/img',
    query: z.object({ fileId: Id }),
    reply: z.object({ deleted: z.boolean() }),
    ...owners,
    rate: 'write',
    idempotent: true,
  }),
  /** A picture that the person sent, to the person. */
  photo: defineCall({
    method: 'GET',
    path: 'certify/photo/{id}',
    own: true,
    kind: 'bytes',
    params: z.object({ id: Id }),
    ...mine,
    ...ask,
  }),
  submitPersonal: defineCall({
    method: 'POST',
    path: 'certify/personal',
    own: true,
    body: PersonalBody,
    reply: z.object({ id: Id }),
    ...mine,
    ...change,
  }),
  /** Takes a verified person. */
  submitEnterprise: defineCall({
    method: 'POST',
    path: 'certify/enterprise',
    own: true,
    body: EnterpriseBody,
    reply: z.object({ id: Id }),
    ...owners,
    ...change,
  }),
  /** Begins a check at Alipay; the same name and number go on with the one that is open. */
  aliCertify: defineCall({
    method: 'POST',
    path: 'personal/ali/certify',
    body: z.object({ cert_name: PersonsName, cert_no: ResidentId }),
    reply: z.object({ certify_id: z.string(), redirectUrl: z.string() }),
    ...mine,
    rate: 'secret',
    idempotent: true,
  }),
  /** The page of a check that is open, to be opened in the Alipay app. */
  aliRedirect: defineCall({
    method: 'GET',
    path: 'personal/ali/redirect',
    query: z.object({ certify_id: z.string().max(64) }),
    reply: z.object({ url: z.string() }),
    ...mine,
    ...ask,
  }),
  /** Asks Alipay how it stands; F as long as the person has not passed. */
  aliQuery: defineCall({
    method: 'GET',
    path: 'personal/ali/query',
    query: z.object({ certify_id: z.string().max(64) }),
    reply: z.object({ passed: z.enum(['T', 'F']), status: IdentityStatus }),
    ...mine,
    ...ask,
  }),
  /** Takes back what was not decided yet; what it held is erased. */
  cancel: defineCall({
    method: 'POST',
    path: 'certify/cancel',
    own: true,
    body: z.object({ type: IdentityKind }),
    reply: z.object({ cancelled: z.boolean() }),
    ...mine,
    rate: 'write',
    idempotent: true,
  }),
}
