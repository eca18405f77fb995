import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'

/** A picture of a seal as it is sent: a PNG, in pixels. */
export const sealPicture = { maxBytes: 1024 * 1024, least: 200, most: 1_200 } as const

/** The seal that an office puts on its papers. */
export const OfficeSeal = z.object({ id: Id, personName: z.string(), at: Instant })
export type OfficeSeal = z.output<typeof OfficeSeal>

export const officeSealCalls = {
  get: defineCall({
    method: 'GET',
    path: 'office/seal',
    own: true,
    reply: z.object({ officeName: z.string(), seal: OfficeSeal.nullable() }),
    right: 'office.read',
    rate: 'read',
    idempotent: true,
  }),
  /** Puts another in its place; papers that bear the earlier one keep it. White becomes transparent, and what is around it is cut off. */
  set: defineCall({
    method: 'POST',
    path: 'office/seal',
    own: true,
    upload: { maxBytes: sealPicture.maxBytes },
    reply: z.object({ id: Id }),
    right: 'office.manage',
    rate: 'write',
    idempotent: false,
  }),
  /** Papers bear none from now on. */
  withdraw: defineCall({
    method: 'DELETE',
    path: 'office/seal',
    own: true,
    right: 'office.manage',
    rate: 'write',
    idempotent: true,
  }),
  /** Of one of its own. */
  picture: defineCall({
    method: 'GET',
    path: 'office/seal/{id}',
    kind: 'bytes',
    own: true,
    params: z.object({ id: Id }),
    right: 'office.read',
    rate: 'read',
    idempotent: true,
  }),
}
