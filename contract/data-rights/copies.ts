import { z } from 'zod'
import { StrongProof } from '../accounts/phone.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'

/** So many copies a day may somebody ask for. */
export const copiesADay = 3
/** How long a copy can be fetched. */
export const copyDays = 7

export const CopyState = z.enum(['WAITING', 'READY', 'FAILED', 'EXPIRED'])

/** Everything that is kept about a person, in one archive for that person. */
export const DataCopy = z.object({
  id: Id,
  state: CopyState,
  size: z.int().nullable(),
  askedAt: Instant,
  readyAt: Instant.nullable(),
  until: Instant.nullable(),
})
export type DataCopy = z.output<typeof DataCopy>

const mine = { right: 'signed-in', own: true } as const

export const dataCopyCalls = {
  /** The newest ones first. */
  list: defineCall({
    method: 'GET',
    path: 'user/data/copy',
    reply: z.object({ list: z.array(DataCopy) }),
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  /** One that is under way is answered with itself. */
  ask: defineCall({
    method: 'POST',
    path: 'user/data/copy',
    body: z.object(StrongProof),
    reply: z.object({ id: Id }),
    rate: 'secret',
    idempotent: false,
    ...mine,
  }),
  download: defineCall({
    method: 'GET',
    path: 'user/data/copy/{id}/byte',
    kind: 'bytes',
    params: z.object({ id: Id }),
    query: z.object({ account: Id.optional() }),
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  /** The verified name and number, which the copy masks, to the person alone. */
  identity: defineCall({
    method: 'POST',
    path: 'user/data/identity',
    body: z.object(StrongProof),
    reply: z.object({ name: z.string(), number: z.string() }),
    rate: 'secret',
    idempotent: false,
    ...mine,
  }),
}
