import { z } from 'zod'
import { BulkIds, BulkResult } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import {
  EvidenceName,
  Id,
  Instant,
  Labels,
  Person,
  PreservationNumber,
  ShortText,
  wireBool,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { Act } from '../platform/history.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { evidenceCategories } from './kinds.ts'

export const EvidenceStatus = z.enum([
  'queued',
  'collecting',
  'uploading',
  'to-confirm',
  'collected',
  'failed',
  'cancelled',
])
export type EvidenceStatus = z.output<typeof EvidenceStatus>

/** The kind as the wire names it; `kindOfCategory` and `categoryOf` translate. */
export const EvidenceCategory = z.enum(evidenceCategories)
export type EvidenceCategory = z.output<typeof EvidenceCategory>
export const Completeness = z.enum(['full', 'partial'])

/** A caution warns readers of evidence beyond its proof. Words stand under `caution` of `captures`. */
export const Caution = z.object({
  code: z.enum([
    'page-status',
    'requests-failed',
    'one-colour',
    'slides-unseen',
    'locked',
    'masked',
    'background-differs',
    'text-unread',
    'signs-undrawn',
    'print-differs',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Caution = z.output<typeof Caution>

/** A note says by which pictures a complete page is shown. Words stand under `note` of `captures`. */
export const PageNote = z.object({
  code: z.enum([
    'scrolls-inside',
    'seen-in-windows',
    'areas-in-windows',
    'documents-hold-less',
    'mhtml-lightened',
    'painted-text',
  ]),
  params: z.record(z.string(), z.number()),
})
export type PageNote = z.output<typeof PageNote>

/** The first place of a word on a captured page, with what stands around it. */
export const Found = z.object({ before: z.string(), word: z.string(), after: z.string() })
export type Found = z.output<typeof Found>

/** Specification §3 (key … date), with what a list needs to act and to follow live. */
export const EvidenceRow = z.object({
  key: Id,
  id: Id,
  ano: PreservationNumber,
  name: z.string(),
  /** The executing institution (specification §3). */
  label: z.string(),
  mark: z.string(),
  /** Seconds the capture took. */
  longTime: z.int().nullable(),
  status: EvidenceStatus,
  operator: z.string(),
  operatorId: Id,
  date: Instant,
  category: EvidenceCategory,
  url: z.string().nullable(),
  tags: z.array(z.string()),
  completeness: Completeness.nullable(),
  cautions: z.array(Caution),
  failReason: z.string().nullable(),
  failParams: z.record(z.string(), z.union([z.string(), z.number()])),
  step: z.string().nullable(),
  percent: z.int(),
  /** Captures ahead of this one, counted from 0; null once it has started. */
  queuePosition: z.int().nullable(),
  certified: z.boolean(),
  hidden: z.boolean(),
  /** There where `keyWord` is on the captured page alone: neither name, URL, remark nor number says it. */
  found: Found.optional(),
})
export type EvidenceRow = z.output<typeof EvidenceRow>

export const EvidenceFile = z.object({
  id: Id,
  /** As whoever handed it over called it; of what the platform wrote, its path without the folder of all data. */
  fileName: z.string(),
  /** Within the package, as the statement names it. */
  path: z.string(),
  fileSize: z.int(),
  fileType: z.string(),
  sha256: z.string(),
  sm3: z.string(),
  /** The owner's own name for it; what was sealed keeps the file's name. */
  shownName: z.string().nullable(),
})
export type EvidenceFile = z.output<typeof EvidenceFile>

/** One thing proven about the evidence, with whom it depends on. Never one green tick. */
export const TrustFact = z.object({
  code: z.enum(['fixed', 'logged', 'original', 'stamped', 'anchored', 'certified']),
  status: z.enum(['proven', 'pending', 'failed']),
  at: Instant.nullable(),
  dependsOn: z.enum(['platform', 'anyone', 'tsa', 'chain']),
  details: z.record(z.string(), z.string()),
})
export type TrustFact = z.output<typeof TrustFact>

export const EvidenceDetail = EvidenceRow.omit({ found: true }).extend({
  remark: z.string(),
  ownerName: z.string(),
  ownerKind: z.enum(['personal', 'enterprise']),
  ownerIdentity: z.enum(['not-verified', 'verified']),
  /** As the statement says it; a person's number is masked. */
  identity: z
    .object({ name: z.string(), number: z.string(), way: z.enum(['documents', 'alipay', 'licence']), at: Instant })
    .nullable(),
  start_time: Instant.nullable(),
  end_time: Instant.nullable(),
  sealedAt: Instant.nullable(),
  /** Until when a two-stage capture waits to be confirmed. */
  confirmUntil: Instant.nullable(),
  statementSha256: z.string().nullable(),
  notes: z.array(PageNote),
  capture: z.record(z.string(), z.unknown()).nullable(),
  request: z.record(z.string(), z.unknown()),
  files: z.array(EvidenceFile),
  trust: z.array(TrustFact),
  events: z.array(Act),
  packageSize: z.int().nullable(),
})
export type EvidenceDetail = z.output<typeof EvidenceDetail>

export const EvidenceFind = Scroll.extend({
  status: EvidenceStatus.optional(),
  label: ShortText(20).optional(),
  hidden: wireBool.optional(),
  category: EvidenceCategory.optional(),
  categories: wireList(EvidenceCategory, evidenceCategories.length).optional(),
  /** Whether certificates and orders can be made of it now. */
  issuable: wireBool.optional(),
  /** Captures of one sheet. */
  batchId: Id.optional(),
  sort: sortBy(['date', 'name', 'status', 'operator'], '-date'),
})
export type EvidenceFind = z.output<typeof EvidenceFind>

export const EvidenceList = scrollOf(EvidenceRow)

const byNumber = z.object({ ano: PreservationNumber })
const read = { right: 'evidence.read', rate: 'read', idempotent: true } as const
const change = { right: 'evidence.write', rate: 'write', idempotent: true } as const
/** A tab's images, downloads and streams cannot carry a header, so they name the account here. */
const account = { account: Id.optional() }

export const Tile = z.object({
  index: z.int(),
  imgUrl: z.string(),
  width: z.int(),
  height: z.int(),
  sha256: z.string(),
})

export const evidenceCalls = {
  list: defineCall({
    method: 'POST',
    path: 'attestation/composite/list',
    body: EvidenceFind,
    reply: EvidenceList,
    ...read,
  }),
  labels: defineCall({
    method: 'GET',
    path: 'attestation/composite/labels',
    reply: z.object({ list: z.array(z.object({ label: z.string(), count: z.int() })) }),
    ...read,
  }),
  operators: defineCall({
    method: 'GET',
    path: 'evidence/operators',
    own: true,
    reply: z.object({ list: z.array(Person) }),
    ...read,
  }),
  detail: defineCall({
    method: 'POST',
    path: 'v1/attestation/info',
    body: z.object({ ano: z.string().max(64), fields: wireList(EvidenceDetail.keyof(), 100).optional() }),
    /** Whoever names no fields gets all. */
    reply: EvidenceDetail.partial() as unknown as typeof EvidenceDetail,
    ...read,
  }),
  /** Whether each may go into an order of a certificate, and why not. */
  issuable: defineCall({
    method: 'POST',
    path: 'evidence/attestation/info',
    body: z.object({ anos: wireList(PreservationNumber, 100).pipe(z.array(PreservationNumber).min(1)) }),
    reply: z.object({
      list: z.array(
        z.object({
          ano: PreservationNumber,
          name: z.string(),
          category: EvidenceCategory,
          size: z.int(),
          originalUploaded: z.boolean(),
          issuable: z.boolean(),
          reason: z.string().nullable(),
        }),
      ),
    }),
    ...read,
  }),
  update: defineCall({
    method: 'PUT',
    path: 'attestation/url/{id}',
    params: z.object({ id: Id }),
    body: z.object({ evidenceName: EvidenceName(100).min(1).optional(), remark: ShortText(500).optional() }),
    ...change,
  }),
  relabel: defineCall({
    method: 'PUT',
    path: 'attestation/label/{id}',
    params: z.object({ id: Id }),
    body: z.object({ labels: Labels }),
    reply: z.object({ labels: z.array(z.string()) }),
    ...change,
  }),
  /** Finished evidence is hidden, never erased before the end of its retention. */
  hide: defineCall({
    method: 'PUT',
    path: 'attestation/hide/{id}',
    own: true,
    params: z.object({ id: Id }),
    body: z.object({ hidden: wireBool }),
    ...change,
  }),
  hideMany: defineCall({
    method: 'POST',
    path: 'attestation/hide/batch',
    own: true,
    body: BulkIds.extend({ hidden: wireBool }),
    reply: BulkResult,
    ...change,
  }),
  relabelMany: defineCall({
    method: 'POST',
    path: 'attestation/label/batch',
    own: true,
    body: BulkIds.extend({ add: Labels.default([]), remove: Labels.default([]) }),
    reply: BulkResult,
    ...change,
  }),
  tiles: defineCall({
    method: 'POST',
    path: 'attestaion/url/img/v2', // legacy spelling, frozen
    body: z.object({ no: z.string().max(64), page: wireInt(1, 10_000).default(1) }),
    reply: z.object({ list: z.array(Tile), total: z.int() }),
    ...read,
  }),
  fileBytes: defineCall({
    method: 'GET',
    path: 'attestation/file/{id}/byte',
    own: true,
    kind: 'bytes',
    params: z.object({ id: Id }),
    query: z.object(account),
    ...read,
  }),
  pdf: defineCall({
    method: 'GET',
    path: 'attestation/download/pdf',
    query: z.object({ no: PreservationNumber }),
    reply: z.object({ pdfUrl: z.string() }),
    ...read,
  }),
  pdfBytes: defineCall({
    method: 'GET',
    path: 'attestation/pdf/{ano}/byte',
    own: true,
    kind: 'bytes',
    params: byNumber,
    query: z.object(account),
    right: 'evidence.download',
    rate: 'read',
    idempotent: true,
  }),
  packageLink: defineCall({
    method: 'GET',
    path: 'attestation/trust/download/{ano}',
    params: byNumber,
    reply: z.object({ link: z.string(), fileName: z.string() }),
    right: 'evidence.download',
    rate: 'read',
    idempotent: true,
  }),
  packageBytes: defineCall({
    method: 'GET',
    path: 'attestation/trust/download/byte/{ano}',
    kind: 'bytes',
    params: byNumber,
    query: z.object(account),
    right: 'evidence.download',
    rate: 'read',
    idempotent: true,
  }),
}
