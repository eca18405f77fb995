import { z } from 'zod'
import { EvidenceFind, EvidenceRow } from '../evidence/evidence.ts'
import { defineCall } from '../kit/call.ts'
import { EvidenceName, Id, Instant, Labels, PreservationNumber, ShortText, wireBool } from '../kit/fields.ts'
import { scrollOf } from '../kit/list.ts'
import { Day } from '../kit/page.ts'
import { Claims, FileIds, UniqueId } from './deposits.ts'
import { Quoted } from '../payments/prices.ts'

/** Kinds of works in the order of article 3 of the Copyright Law (as amended 2020). */
export const WorkKind = z.enum([
  'text',
  'oral',
  'music',
  'drama',
  'quyi',
  'dance',
  'acrobatics',
  'art',
  'architecture',
  'photograph',
  'audiovisual',
  'graphic',
  'model',
  'software',
  'other',
])
/** How whoever holds the right came by it. */
export const ObtainWay = z.enum(['original', 'inherited', 'assigned', 'succeeded', 'other'])
export const PublishState = z.enum(['unpublished', 'published'])

const about = {
  title: z.string().trim().min(1).max(100),
  kind: WorkKind,
  author: z.string().trim().min(1).max(100),
  owner: z.string().trim().min(1).max(100),
  obtainWay: ObtainWay,
  createdOn: Day,
  publishState: PublishState,
  publishedOn: Day.nullish().transform((v) => v ?? null),
  description: ShortText(2_000).default(''),
}

/** What its owner declares of a work; sealed as declared, not as examined. */
export const WorkFacts = z.object(about)
export type WorkFacts = z.output<typeof WorkFacts>

export const DepositWork = z.object({
  ...about,
  title: EvidenceName(100).min(1),
  author: EvidenceName(100).min(1),
  owner: EvidenceName(100).min(1),
  fileIds: FileIds,
  claims: Claims,
  labels: Labels.default([]),
  remark: ShortText(500).default(''),
  statementAccepted: wireBool.refine((v) => v, { error: 'workStatement' }),
  unique_id: UniqueId,
  quoted: Quoted,
})
export type DepositWork = z.output<typeof DepositWork>

export const WorkRow = EvidenceRow.extend({
  title: z.string(),
  kind: WorkKind,
  author: z.string(),
  owner: z.string(),
  createdOn: z.string(),
  publishState: PublishState,
  attestation_at: Instant.nullable(),
})
export type WorkRow = z.output<typeof WorkRow>

export const Work = WorkRow.extend({
  obtainWay: ObtainWay,
  publishedOn: z.string().nullable(),
  description: z.string(),
  files: z.array(
    z.object({
      id: Id,
      fileName: z.string(),
      fileSize: z.int(),
      fileType: z.string(),
      sha256: z.string(),
      sm3: z.string(),
    }),
  ),
  /** Of the statement that names every file. */
  sha256: z.string().nullable(),
})

const read = { right: 'evidence.read', rate: 'read', idempotent: true } as const

export const workCalls = {
  deposit: defineCall({
    method: 'POST',
    path: 'attestaion/intellectualProperty',
    stamps: true,
    body: DepositWork,
    reply: z.object({ id: Id, no: PreservationNumber }),
    right: 'deposits.make',
    rate: 'write',
    idempotent: false,
  }), // legacy spelling, frozen
  list: defineCall({
    method: 'GET',
    path: 'intellectualProperty/list',
    query: EvidenceFind.omit({ category: true, categories: true, batchId: true }).extend({ kind: WorkKind.optional() }),
    reply: scrollOf(WorkRow),
    ...read,
  }),
  info: defineCall({
    method: 'GET',
    path: 'intellectualProperty/info',
    query: z.object({ ano: PreservationNumber }),
    reply: Work,
    ...read,
  }),
}
