import { z } from 'zod'
import { AccountKind } from '../accounts/session.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, OptionalInt, StaffReason } from '../kit/fields.ts'
import { mostGib } from '../platform/settings.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { Standing, StandingNow } from './people.ts'

export const StampPolicy = z.enum(['none', 'best-effort', 'required'])
export type StampPolicy = z.output<typeof StampPolicy>

export const PlatformAccount = z.object({
  id: Id,
  name: z.string(),
  accountKind: AccountKind,
  ownerName: z.string().nullable(),
  ownerId: Id.nullable(),
  subs: z.int(),
  evidence: z.int(),
  /** DISABLED: its people see and download what is there and change nothing. */
  standing: StandingNow,
  /** Whether third parties stamp its evidence too, and whether certificates wait for that. */
  timestamps: StampPolicy,
  staff: z.boolean(),
  /** Answers orders of judicial services. */
  isOffice: z.boolean(),
  /** Bytes of sealed files, and of uploads that nothing was made of. */
  stored: z.int(),
  unfinished: z.int(),
  /** Where staff set them for this account alone; else its platform's hold. */
  storedGib: z.int().nullable(),
  unfinishedGib: z.int().nullable(),
  /** Whether whoever asks may change how it stands: nobody their own, only administrators that of staff. */
  changeable: z.boolean(),
  createdAt: Instant,
})
export type PlatformAccount = z.output<typeof PlatformAccount>

export const AccountFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  accountKind: AccountKind.optional(),
  standing: StandingNow.optional(),
  sort: sortBy(['createdAt', 'name'], '-createdAt'),
})
export type AccountFind = z.output<typeof AccountFind>

/** Empty: as the platform has it. */
export const StorageBody = z.object({
  storedGib: OptionalInt(1, mostGib),
  unfinishedGib: OptionalInt(1, mostGib),
  reason: StaffReason,
})
export type StorageBody = z.output<typeof StorageBody>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.people', rate: 'read', idempotent: true } as const

export const accountCalls = {
  /** By the account's name or its owner's. */
  list: defineCall({
    method: 'GET',
    path: 'operator/account',
    query: AccountFind,
    reply: scrollOf(PlatformAccount),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/account/{id}', ...one, reply: PlatformAccount, ...read }),
  setStanding: defineCall({
    method: 'PUT',
    path: 'operator/account/{id}/standing',
    ...one,
    body: z.object({ standing: Standing, reason: StaffReason }),
    own: true,
    right: 'operator.people',
    rate: 'write',
    idempotent: true,
  }),
  /** What is there stays, however much it is. */
  setStorage: defineCall({
    method: 'PUT',
    path: 'operator/account/{id}/storage',
    ...one,
    body: StorageBody,
    own: true,
    right: 'operator.people',
    rate: 'write',
    idempotent: true,
  }),
  /** Of evidence that is sealed from then on. */
  setTimestamps: defineCall({
    method: 'PUT',
    path: 'operator/account/{id}/timestamps',
    ...one,
    body: z.object({ timestamps: StampPolicy, reason: StaffReason }),
    own: true,
    right: 'operator.people',
    rate: 'write',
    idempotent: true,
  }),
}
