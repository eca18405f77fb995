import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { FieldIssue } from '../kit/envelope.ts'
import { EvidenceFind, EvidenceList } from '../evidence/evidence.ts'
import { Id, Instant, wireBool, wireInt } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'
import { maxDelaySeconds } from './web.ts'
import { Quoted } from '../payments/prices.ts'

export const maxBatchRows = 200
export const maxImportBytes = 1024 * 1024

/** One row of a sheet as it was understood, with everything that is wrong with it. */
export const ImportRow = z.object({
  /** Counted as the sheet counts: the heading is row 1. */
  row: z.int(),
  url: z.string(),
  /** The address as it was taken, where signs of the cell were left out. */
  cleaned: z.string().nullable(),
  name: z.string(),
  label: z.array(z.string()),
  remark: z.string(),
  ok: z.boolean(),
  problems: z.array(FieldIssue),
})
export type ImportRow = z.output<typeof ImportRow>

export const Import = z.object({
  importId: Id,
  fileName: z.string(),
  list: z.array(ImportRow),
  okCount: z.int(),
  badCount: z.int(),
  /** Rows of the sheet that are hidden, by hand or by a filter: they are left out. */
  hiddenRows: z.int(),
})
export type Import = z.output<typeof Import>

export const SubmitImport = z.object({
  importId: Id,
  kind: z.enum(['URL']).default('URL'),
  mode: wireInt(1, 2).default(1),
  device: z.enum(['PC', 'MOBILE']).default('PC'),
  scroll: wireBool.default(true),
  delaySeconds: wireInt(0, maxDelaySeconds).default(0),
  quoted: Quoted,
})
export type SubmitImport = z.output<typeof SubmitImport>

export const Batch = z.object({
  id: Id,
  batchId: Id,
  name: z.string(),
  count: z.int(),
  done: z.int(),
  failed: z.int(),
  waiting: z.int(),
  date: Instant,
  operator: z.string(),
})
export type Batch = z.output<typeof Batch>

const start = { right: 'captures.start', rate: 'write' } as const
const read = { right: 'evidence.read', rate: 'read', idempotent: true } as const

/** Many web captures from one sheet: checked row by row first, started together, followed as a batch. */
export const batchCalls = {
  template: defineCall({
    method: 'GET',
    path: 'attestation/url/excel/template',
    own: true,
    kind: 'bytes',
    right: 'captures.start',
    rate: 'read',
    idempotent: true,
  }),
  /** A sheet to check, or the id of one that was checked before; `clear` drops it. */
  check: defineCall({
    method: 'POST',
    path: 'attestation/url/excel/clean',
    upload: { maxBytes: maxImportBytes },
    body: z.object({ importId: Id.optional(), clear: wireBool.default(false) }),
    reply: Import.nullable(),
    idempotent: false,
    ...start,
  }),
  /** Starts every good row; the others are answered with why not. Asking again answers with the same batch. */
  submit: defineCall({
    method: 'POST',
    path: 'attestation/batchSubmit',
    stamps: true,
    body: SubmitImport,
    reply: z.object({
      batchId: Id,
      accepted: z.int(),
      rejected: z.array(z.object({ row: z.int(), reason: z.string() })),
    }),
    idempotent: true,
    ...start,
  }),
  batches: defineCall({
    method: 'GET',
    path: 'attestation/url/batch',
    query: Page.extend({ importId: Id.optional() }),
    reply: listOf(Batch),
    ...read,
  }),
  captures: defineCall({
    method: 'GET',
    path: 'attestation/url/list',
    query: EvidenceFind,
    reply: EvidenceList,
    ...read,
  }),
}
