import { z } from 'zod'
import { BulkIds, BulkResult, ImportResult, ImportRows } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import { digitsOf } from '../kit/typed/clean.ts'
import { AnyPhone, Id, Instant, OptionalText, PersonBetween, TextBetween, wireBool, wireInt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { DivisionCode } from './divisions.ts'

export const mostAddresses = 500

/** Whether the codes name a real place only the service can tell: the divisions stay out of the console. */
const codes = { provinceCode: DivisionCode, cityCode: DivisionCode, regionCode: DivisionCode }

/** What a person fills in. `tag` is a word of their own: home, company. */
export const AddressBody = z.object({
  name: PersonBetween(2, 25),
  phone: AnyPhone,
  ...codes,
  detail: TextBetween(5, 100),
  postcode: OptionalText(10, digitsOf).refine((t) => t === null || /^\d{6}$/.test(t), { error: 'postcode' }),
  tag: OptionalText(10),
  isDefault: wireBool.default(false),
})
export type AddressBody = z.output<typeof AddressBody>

const OptionalCode = OptionalText(10).refine((t) => t === null || /^\d{6}$/.test(t), { error: 'division' })

/** A row of a sheet: the place by codes, by names in a column each, or in one column as names, `福建省 福州市 鼓楼区`, or as the last code. */
export const AddressRow = AddressBody.extend({
  provinceCode: OptionalCode,
  cityCode: OptionalCode,
  regionCode: OptionalText(100),
  provinceName: OptionalText(30),
  cityName: OptionalText(30),
  regionName: OptionalText(30),
  region: OptionalText(100),
})
export type AddressRow = z.output<typeof AddressRow>

/** The names of the place are those of the day on which it was chosen. */
export const Address = z.object({
  id: Id,
  name: z.string(),
  phone: z.string(),
  provinceCode: z.string(),
  provinceName: z.string(),
  cityCode: z.string(),
  cityName: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  detail: z.string(),
  postcode: z.string().nullable(),
  tag: z.string().nullable(),
  isDefault: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Address = z.output<typeof Address>

export const AddressFind = Scroll.extend({
  provinceCode: DivisionCode.optional(),
  sort: sortBy(['name', 'createdAt', 'updatedAt'], '-createdAt'),
})
export type AddressFind = z.output<typeof AddressFind>

const one = { params: z.object({ id: Id }) }
const read = { right: 'addresses.read', rate: 'read', idempotent: true } as const
const change = { right: 'addresses.write', rate: 'write', idempotent: true } as const

export const addressCalls = {
  list: defineCall({ method: 'GET', path: 'address', query: AddressFind, reply: scrollOf(Address), ...read }),
  create: defineCall({
    method: 'POST',
    path: 'address',
    body: AddressBody,
    reply: z.object({ id: Id }),
    ...change,
    idempotent: false,
  }),
  get: defineCall({ method: 'GET', path: 'address/{id}', ...one, reply: Address, ...read }),
  /** Refused as a conflict where `version` is given and somebody saved another one meanwhile. `isDefault` stays as it is where it is not given. */
  update: defineCall({
    method: 'PUT',
    path: 'address/{id}',
    ...one,
    body: AddressBody.extend({ isDefault: wireBool.optional(), version: wireInt(1, 1_000_000_000).optional() }),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  remove: defineCall({ method: 'DELETE', path: 'address/{id}', ...one, ...change }),
  removeMany: defineCall({
    method: 'POST',
    path: 'address/remove',
    own: true,
    body: BulkIds,
    reply: BulkResult,
    ...change,
  }),
  makeDefault: defineCall({ method: 'PUT', path: 'address/default/{id}', own: true, ...one, ...change }),
  import: defineCall({
    method: 'POST',
    path: 'address/import',
    own: true,
    body: ImportRows,
    reply: ImportResult,
    ...change,
  }),
}
