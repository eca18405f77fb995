import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'
import type { Right } from '../kit/rights.ts'

/** Whose history can be read, and the right that reading the record itself takes. */
export const rightOfSubject = {
  evidence: 'evidence.read',
  'invoice-header': 'invoices.read',
  address: 'addresses.read',
  membership: 'subAccounts.manage',
  'api-key': 'keys.manage',
} as const satisfies Record<string, Right>
export type SubjectKind = keyof typeof rightOfSubject
export const SubjectKind = z.enum(Object.keys(rightOfSubject) as [SubjectKind, ...SubjectKind[]])

/** One thing that was done; the service writes it, nobody edits it. */
export const Act = z.object({
  at: Instant,
  action: z.string(),
  actor: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type Act = z.output<typeof Act>

export const historyCalls = {
  /** What was done with one record of the account, oldest first; also after the record has gone. */
  of: defineCall({
    method: 'GET',
    path: 'history/{kind}/{id}',
    own: true,
    params: z.object({ kind: SubjectKind, id: Id }),
    reply: z.object({ list: z.array(Act) }),
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
}
