import { z } from 'zod'
import { BulkIds, BulkResult, ImportResult, ImportRows } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import { bareText, numberOf } from '../kit/typed/clean.ts'
import { Id, Instant, OptionalAnyPhone, OptionalText, wireBool, wireInt } from '../kit/fields.ts'
import { isCreditCode, isResidentId } from '../kit/identity.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** Whom an invoice is made out to: a person, an enterprise (general), an enterprise that deducts the tax (special). */
export const HeadType = z.enum(['PERSONAL', 'ENTERPRISE', 'ENTERPRISE_SPECIAL'])
export type HeadType = z.output<typeof HeadType>

/** An account keeps this many; an agency has one for each client. */
export const mostHeaders = 5_000

/** What a kind asks for beyond its title; what it does not ask for, it does not carry. */
export const detailsOfKind = {
  PERSONAL: [],
  ENTERPRISE: ['taxNo'],
  ENTERPRISE_SPECIAL: ['taxNo', 'address', 'phone', 'bank', 'account'],
} as const satisfies Record<HeadType, readonly string[]>

/** Enterprises carry their credit identifier; older ones and sole traders 15 to 20 characters, or an identity number. */
const TaxNo = OptionalText(20, numberOf)
  .refine((t) => t === null || /^([0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/.test(t), { error: 'taxNo' })
  .refine((t) => t?.length !== 18 || isCreditCode(t) || isResidentId(t), { error: 'taxNoCheck' })

/** A corporate account has no check digit. */
const BankAccount = OptionalText(40, bareText).refine((t) => t === null || /^\d[\d-]{6,28}\d$/.test(t), {
  error: 'bankAccount',
})

const Fields = z.object({
  headType: HeadType,
  title: z.string().trim().min(1).max(100),
  taxNo: TaxNo,
  address: OptionalText(100),
  phone: OptionalAnyPhone,
  bank: OptionalText(100),
  account: BankAccount,
  isDefault: wireBool.default(false),
})

const details = ['taxNo', 'address', 'phone', 'bank', 'account'] as const
const asksFor = (kind: HeadType, detail: string) => (detailsOfKind[kind] as readonly string[]).includes(detail)

/** A kind that asks for more says so beside the other problems, not after them. */
const askingDetails = <S extends z.ZodObject>(fields: S): S =>
  details.reduce<S>(
    (schema, name) =>
      schema.refine((h) => !asksFor((h as unknown as HeaderBody).headType, name) || h[name] !== null, {
        path: [name],
        error: 'required',
        when: ({ value }) => HeadType.safeParse((value as { headType?: unknown }).headType).success,
      }),
    fields,
  )

/** What a person fills in. */
export const HeaderBody = askingDetails(Fields)
export type HeaderBody = z.output<typeof Fields>

/** The same without what its kind does not ask for. */
export const carried = (h: HeaderBody): HeaderBody => ({
  ...h,
  ...Object.fromEntries(details.filter((d) => !asksFor(h.headType, d)).map((d) => [d, null])),
})

export const InvoiceHeader = z.object({
  id: Id,
  headType: HeadType,
  title: z.string(),
  taxNo: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  bank: z.string().nullable(),
  account: z.string().nullable(),
  isDefault: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type InvoiceHeader = z.output<typeof InvoiceHeader>

export const HeaderFind = Scroll.extend({
  headType: HeadType.optional(),
  sort: sortBy(['title', 'createdAt', 'updatedAt', 'headType'], '-createdAt'),
})
export type HeaderFind = z.output<typeof HeaderFind>

const one = { params: z.object({ id: Id }) }
const read = { right: 'invoices.read', rate: 'read', idempotent: true } as const
const change = { right: 'invoices.write', rate: 'write', idempotent: true } as const

export const headerCalls = {
  list: defineCall({
    method: 'GET',
    path: 'invoice/header',
    query: HeaderFind,
    reply: scrollOf(InvoiceHeader),
    ...read,
  }),
  create: defineCall({
    method: 'POST',
    path: 'invoice/header',
    body: HeaderBody,
    reply: z.object({ id: Id }),
    ...change,
    idempotent: false,
  }),
  get: defineCall({ method: 'GET', path: 'invoice/header/info/{id}', ...one, reply: InvoiceHeader, ...read }),
  /** Refused as a conflict where `version` is given and somebody saved another one meanwhile. `isDefault` stays as it is where it is not given. */
  update: defineCall({
    method: 'PUT',
    path: 'invoice/header/{id}',
    ...one,
    body: askingDetails(
      Fields.extend({ isDefault: wireBool.optional(), version: wireInt(1, 1_000_000_000).optional() }),
    ),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  remove: defineCall({ method: 'DELETE', path: 'invoice/header/{id}', ...one, ...change }),
  removeMany: defineCall({
    method: 'POST',
    path: 'invoice/header/remove',
    own: true,
    body: BulkIds,
    reply: BulkResult,
    ...change,
  }),
  makeDefault: defineCall({ method: 'PUT', path: 'invoice/header/default/{id}', own: true, ...one, ...change }),
  import: defineCall({
    method: 'POST',
    path: 'invoice/header/import',
    own: true,
    body: ImportRows,
    reply: ImportResult,
    ...change,
  }),
}
