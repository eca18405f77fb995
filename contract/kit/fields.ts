import { z } from 'zod'
import { addressOf, digitsOf, doubtOf, hexOf, mailOf, phoneOf } from './typed/clean.ts'
import { formatMoney } from './money.ts'
import { isSeen, plainText, withOneDot } from './typed/names.ts'

/*
 * Form-encoded clients and query strings carry everything as text with the same meaning as JSON
 * (specification §7), so numbers, flags and lists accept their exact textual forms and nothing looser:
 * "7 " or "1e3" is refused, and "false" never reads as true.
 */

const fromText = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

export function wireInt(min: number, max: number) {
  return z.union([z.int(), fromText]).pipe(z.int().min(min).max(max))
}

export const wireBool = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
])

/** A list sent as a JSON array, a repeated form field, or one form field; an empty one is an empty list. */
export function wireList<T extends z.ZodType>(item: T, max: number) {
  return z.preprocess((v) => (v === '' ? [] : typeof v === 'string' ? [v] : v), z.array(item).max(max))
}

export const Id = z.uuid()

/** 18 digits; a string everywhere because it exceeds what a JSON number can hold exactly. */
export const PreservationNumber = z
  .string()
  .overwrite(digitsOf)
  .regex(/^\d{18}$/)

/** ISO 8601 in UTC; shown in Asia/Shanghai. */
export const Instant = z.iso.datetime()

/** Scripts join their signs and choose their shapes by some that cannot be seen: those alone are no name. */
const seen = /[\p{L}\p{N}]/u

/** How people and accounts are called: it stands in messages to others, in one line. */
export const PlainName = z
  .string()
  .trim()
  .overwrite(withOneDot)
  .min(2)
  .max(60)
  .refine((name) => plainText(name) && seen.test(name), { error: 'posing' })

/** Mainland mobile number. */
export const Phone = z
  .string()
  .overwrite(phoneOf)
  .regex(/^1[3-9]\d{9}$/, { error: 'phone' })

const anyPhone = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/

/** A mobile number or a landline with its area code, as it is printed on papers and parcels. */
export const AnyPhone = z
  .string()
  .overwrite(phoneOf)
  .min(1)
  .pipe(z.string().regex(anyPhone, { error: 'anyPhone' }))

/** A mail address. Whoever owns it writes it in capitals or not. */
export const MailAddress = z.string().overwrite(mailOf).max(254).pipe(z.email())

/** An address that can be read in two ways is asked back, by its sign; words under `url`. */
export const withoutDoubt = <T extends z.ZodType<string | null>>(address: T): T =>
  address.superRefine((text, judged) => {
    const doubt = doubtOf(text ?? '')
    if (doubt) judged.addIssue({ code: 'custom', message: `url.${doubt.key}`, params: { sign: doubt.sign } })
  })

/** The address of a page. */
export const WebAddress = (max: number) =>
  withoutDoubt(z.string().overwrite(addressOf).max(max)).pipe(z.url({ protocol: /^https?$/ }))

/** A code that was sent: six digits. */
export const SentCode = z
  .string()
  .overwrite(digitsOf)
  .regex(/^\d{6}$/, { error: 'smsCode' })

/** The same where the service says what is wrong with it. */
export const CodeText = z.string().overwrite(digitsOf).max(6)

/** NIST SP 800-63B: length counts, composition rules do not; 128 bounds the hashing work. */
export const NewPassword = z.string().min(10).max(128)

export const Sha256 = z
  .string()
  .overwrite(hexOf)
  .regex(/^[0-9a-f]{64}$/, { error: 'hash' })

/** The Chinese standard digest GB/T 32905, as long as SHA-256. */
export const Sm3 = z
  .string()
  .overwrite(hexOf)
  .regex(/^[0-9a-f]{64}$/, { error: 'hashSm' })

/** The most that any amount may be, in fen. */
export const mostFen = 1_000_000_000_000

const within = (least: number, most: number, error = 'money') =>
  [
    (fen: number) => Number.isSafeInteger(fen) && fen >= least && fen <= most,
    { error, params: { least: formatMoney(least), most: formatMoney(most) } },
  ] as const

/** An amount of money in fen; people read and write yuan. */
export const Fen = z.int().refine(...within(0, mostFen))

/** What is no whole amount within these bounds is refused with them, and in yuan, in which people wrote it. */
export const amountFrom = (least: number, most: number, error?: string) =>
  z.union([z.number(), fromText]).refine(...within(least, most, error))

/** A change of money, or a sum of many: fen that may be below nought. */
export const SignedFen = z.int()

/** The same as it is asked for. */
export const wireSignedFen = amountFrom(-mostFen, mostFen)

/** An amount as it is asked for. */
export const wireFen = amountFrom(0, mostFen)

/** Somebody as a row names them; the name stays when the person has gone. */
export const Person = z.object({ id: Id, name: z.string() })
export type Person = z.output<typeof Person>

export const longestLabel = 20
export const Label = z.string().trim().min(1).max(longestLabel)
export const mostLabels = 10
export const Labels = wireList(Label, mostLabels).transform((labels) => [...new Set(labels)])

export const ShortText = (max: number) => z.string().trim().max(max)

/** Text that may stay empty: blank and absent both read as null. `clean` runs after trimming. */
export const OptionalText = (max: number, clean: (text: string) => string = (t) => t) =>
  z
    .string()
    .nullish()
    .transform((t) => clean(t?.trim() ?? '') || null)
    .pipe(z.string().max(max).nullable())

/** A whole number that may stay empty. */
export const OptionalInt = (min: number, max: number) =>
  z
    .union([z.literal('').transform(() => null), wireInt(min, max)])
    .nullish()
    .transform((n) => n ?? null)

/** The same as `AnyPhone`, which may stay empty. */
export const OptionalAnyPhone = OptionalText(30, phoneOf).refine((t) => t === null || anyPhone.test(t), {
  error: 'anyPhone',
})

/** The same as `MailAddress`, which may stay empty. */
export const OptionalMail = (max = 254) =>
  OptionalText(max, mailOf).refine((t) => t === null || z.email().safeParse(t).success, { error: 'format.email' })

/** Text that may not stay empty; a blank one is missing rather than too short. */
export const TextBetween = (min: number, max: number) => z.string().trim().min(1).pipe(z.string().min(min).max(max))

/** The same in one line of what can be seen. */
export const PlainBetween = (min: number, max: number) => TextBetween(min, max).refine(plainText, { error: 'posing' })

/** A person's name, with one sign between its parts. */
export const PersonBetween = (min: number, max: number) => z.string().overwrite(withOneDot).pipe(PlainBetween(min, max))

/** The name of evidence or of a file: it stands on certificates and in others' lists. */
export const EvidenceName = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((name) => plainText(name) && (name === '' || isSeen(name)), { error: 'posing' })

/** The same, which may stay empty. */
export const OptionalPlain = (max: number) => OptionalText(max).refine((t) => plainText(t ?? ''), { error: 'posing' })

/** Why staff do something to others; kept in the record of acts, where whom it concerns can read it. */
export const StaffReason = TextBetween(2, 200)
