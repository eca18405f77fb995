import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, Label, longestLabel, OptionalText, wireBool, wireInt, wireList } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** Lists of choices that each platform keeps for itself. A type stands here because something offers its entries. */
export const DictType = z.enum([
  /** Labels that the platform offers beside those that an account already uses. */
  'evidenceLabel',
])
export type DictType = z.output<typeof DictType>

/** A type has this many entries, inactive ones included. */
export const mostEntries = 500

const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, { error: 'dictCode' })
const Fields = z.object({
  code: Code,
  /** Offered as a label, so no longer than one. */
  name: Label,
  nameEn: OptionalText(longestLabel),
  sort: wireInt(0, 99_999).default(0),
  /** The code of the entry above it. */
  parent: z
    .string()
    .trim()
    .nullish()
    .transform((code) => code || null)
    .pipe(Code.nullable()),
})

/** One entry of a type that is saved whole. */
export const DictItem = Fields.extend({ active: wireBool.default(true) })
export type DictItem = z.output<typeof DictItem>

/** What an administrator fills in; type and code stay as they were once written. */
export const DictEntryBody = Fields.extend({ type: DictType })
export type DictEntryBody = z.output<typeof DictEntryBody>

export const DictEntry = z.object({
  id: Id,
  type: DictType,
  code: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  sort: z.int(),
  parent: z.string().nullable(),
  active: z.boolean(),
  version: z.int(),
  updatedAt: Instant,
})
export type DictEntry = z.output<typeof DictEntry>

/** As pages offer it, in the reader's language; in Chinese where there is no English. */
const Offered = z.object({ code: z.string(), name: z.string(), sort: z.int(), parent: z.string().optional() })
export type Offered = z.output<typeof Offered>

const Version = wireInt(0, 1_000_000_000)
export const WholeType = z.object({ version: z.int(), items: z.array(DictItem) })

export const DictFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  type: DictType.optional(),
  active: wireBool.optional(),
  sort: sortBy(['type', 'sort', 'code', 'name', 'updatedAt'], 'type,sort'),
})
export type DictFind = z.output<typeof DictFind>

const one = { params: z.object({ id: Id }) }
const manage = { right: 'platform.manage', rate: 'write', idempotent: true } as const
const read = { own: true, right: 'platform.manage', rate: 'read', idempotent: true } as const

export const dictEntryCalls = {
  /** Active entries of each type that is asked for, in their order; none of a type that there is not. */
  offered: defineCall({
    method: 'POST',
    path: 'dict/list',
    body: z.object({ types: wireList(z.string().trim().min(1).max(60), 20) }),
    reply: z.record(z.string(), z.array(Offered)),
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
  /** A type saved whole: what it no longer names becomes inactive, because records may carry its code. Refused as a conflict where `version` is another. */
  saveWhole: defineCall({
    method: 'POST',
    path: 'dict',
    body: z.object({ type: DictType, items: z.array(DictItem).max(mostEntries), version: Version.optional() }),
    reply: z.object({ version: z.int(), saved: z.int() }),
    ...manage,
  }),
  whole: defineCall({
    method: 'GET',
    path: 'operator/dictionary/whole/{type}',
    params: z.object({ type: DictType }),
    reply: WholeType,
    ...read,
  }),
  list: defineCall({
    method: 'GET',
    path: 'operator/dictionary',
    query: DictFind,
    reply: scrollOf(DictEntry),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/dictionary/{id}', ...one, reply: DictEntry, ...read }),
  create: defineCall({
    method: 'POST',
    path: 'operator/dictionary',
    own: true,
    body: DictEntryBody,
    reply: z.object({ id: Id }),
    ...manage,
    idempotent: false,
  }),
  update: defineCall({
    method: 'PUT',
    path: 'operator/dictionary/{id}',
    own: true,
    ...one,
    body: DictEntryBody.extend({ version: Version.optional() }),
    reply: z.object({ version: z.int() }),
    ...manage,
  }),
  setActive: defineCall({
    method: 'PUT',
    path: 'operator/dictionary/{id}/active',
    own: true,
    ...one,
    body: z.object({ active: wireBool }),
    ...manage,
  }),
}
