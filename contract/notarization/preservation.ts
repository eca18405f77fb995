import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, OptionalPlain, OptionalText, PlainBetween } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { EvidenceNumbers } from './matter-fields.ts'
import { OrderEvidence } from './order-records.ts'

/** A report by the platform over several pieces of evidence (保全书): one sealed paper, which holds the digest of each. */
export const Preservation = z.object({
  id: Id,
  reportNumber: z.string(),
  title: z.string(),
  evidenceCount: z.int(),
  personName: z.string(),
  createdAt: Instant,
  /** Of the sealed file; null until it is there, some seconds later. */
  sha256: z.string().nullable(),
  fileSize: z.int().nullable(),
})
export type Preservation = z.output<typeof Preservation>

export const PreservationInfo = Preservation.extend({
  evidence: z.array(OrderEvidence.omit({ id: true })),
})
export type PreservationInfo = z.output<typeof PreservationInfo>

export const PreservationBody = z.object({
  anos: EvidenceNumbers,
  name: PlainBetween(2, 100),
  purpose: OptionalText(200),
  /** To whom it is submitted, as it stands on the paper. */
  addressee: OptionalPlain(60),
})
export type PreservationBody = z.output<typeof PreservationBody>

export const PreservationFind = Scroll.extend({ sort: sortBy(['createdAt', 'title'], '-createdAt') })
export type PreservationFind = z.output<typeof PreservationFind>

const byId = { params: z.object({ id: Id }) }
const read = { right: 'judicial.read', rate: 'read', idempotent: true } as const

export const preservationCalls = {
  list: defineCall({
    method: 'GET',
    path: 'judicial/preservation',
    own: true,
    query: PreservationFind,
    reply: scrollOf(Preservation),
    ...read,
  }),
  get: defineCall({
    method: 'GET',
    path: 'judicial/preservation/{id}',
    own: true,
    ...byId,
    reply: PreservationInfo,
    ...read,
  }),
  file: defineCall({
    method: 'GET',
    path: 'judicial/preservation/{id}/file',
    kind: 'bytes',
    own: true,
    ...byId,
    ...read,
  }),
  /** Writes a report over finished evidence of one's own; it costs nothing. */
  make: defineCall({
    method: 'POST',
    path: 'evidence/baoquan',
    body: PreservationBody,
    reply: z.object({ orderId: Id, amount: Fen }),
    right: 'judicial.write',
    rate: 'write',
    idempotent: false,
  }),
}
