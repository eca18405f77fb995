import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, Person } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { actFamilies } from '../kit/records.ts'
import { actorParts, ActSubject } from './acts.ts'

/** One thing that was done. */
export const AuditRow = z.object({
  id: Id,
  at: Instant,
  /** Empty where nobody is named: the system, or a visitor. */
  who: z.string(),
  part: z.enum(actorParts),
  /** For whom: the account; of the whole platform null. */
  account: z.string().nullable(),
  action: z.string(),
  /** The action in the reader's words. */
  what: z.string(),
  subjectKind: ActSubject,
  subjectId: Id.nullable(),
  /** Number or name as it is now; null where there is none to tell. */
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  /** Browser and system, as far as the request told them. */
  device: z.object({ browser: z.string(), system: z.string() }).nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.output<typeof AuditRow>

/** With its place in the chain, which it gets within seconds. */
export const AuditEntry = AuditRow.extend({
  chain: z.object({ batch: z.int(), index: z.int(), digest: z.string() }).nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditFind = Scroll.omit({ operatorId: true }).extend({
  personId: Id.optional(),
  family: z.enum(actFamilies).optional(),
  subjectKind: ActSubject.optional(),
  /** An id, or evidence by its preservation number. */
  recordId: z.string().trim().max(64).optional(),
  sort: sortBy(['at'], '-at'),
})
export type AuditFind = z.output<typeof AuditFind>

const one = { params: z.object({ id: Id }), reply: AuditEntry }
const own = { own: true, right: 'audit.read', rate: 'read', idempotent: true } as const
const platform = { own: true, right: 'operator.audit', rate: 'read', idempotent: true } as const

export const auditCalls = {
  list: defineCall({ method: 'GET', path: 'audit', query: AuditFind, reply: scrollOf(AuditEntry), ...own }),
  get: defineCall({ method: 'GET', path: 'audit/{id}', ...one, ...own }),
  /** Everybody who has or had a membership in the account. */
  people: defineCall({ method: 'GET', path: 'audit-people', reply: z.object({ list: z.array(Person) }), ...own }),
  /** Of the operator's whole platform; contents of evidence are left out. */
  platformList: defineCall({
    method: 'GET',
    path: 'operator/audit',
    query: AuditFind,
    reply: scrollOf(AuditEntry),
    ...platform,
  }),
  platformGet: defineCall({ method: 'GET', path: 'operator/audit/{id}', ...one, ...platform }),
}
