import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import {
  EvidenceName,
  Id,
  Instant,
  Labels,
  PreservationNumber,
  Sha256,
  ShortText,
  Sm3,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { isSeen, withoutPosing } from '../kit/typed/names.ts'
import { scrollOf } from '../kit/list.ts'
import { EvidenceCategory, EvidenceFind, EvidenceRow, EvidenceStatus } from '../evidence/evidence.ts'
import { waysToShow } from './previews.ts'
import { Quoted } from '../payments/prices.ts'

export const mostFilesAtOnce = 20
/** Paths in a package are bounded; a name is kept whole in the statement. */
export const longestFileName = 200

/** A file's own name without folders and signs that deceive the eye. */
export function plainName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
  const plain = withoutPosing(name).trim()
  return isSeen(plain) ? [...plain].slice(-longestFileName).join('') : ''
}

/** Digests that the sender computed before anything left the sender's hands. */
export const Claim = z.object({ fileId: Id, sha256: Sha256, sm3: Sm3.nullish().transform((v) => v ?? null) })
export type Claim = z.output<typeof Claim>
export const Claims = z.array(Claim).max(mostFilesAtOnce).default([])
export const FileIds = wireList(Id, mostFilesAtOnce).pipe(z.array(Id).min(1))
/** Repeating a request with the same id answers with the first result. */
export const UniqueId = z.string().min(8).max(240).optional()

export const DepositFiles = z.object({
  fileIds: FileIds,
  claims: Claims,
  evidenceName: EvidenceName(80).default(''),
  labels: Labels.default([]),
  remark: ShortText(500).default(''),
  unique_id: UniqueId,
  quoted: Quoted,
})
export type DepositFiles = z.output<typeof DepositFiles>

export const DepositHash = z.object({
  sha256: Sha256,
  sm3: Sm3.optional(),
  fileName: z.string().trim().min(1).max(longestFileName),
  fileSize: wireInt(1, 2 ** 50).optional(),
  evidenceName: EvidenceName(80).default(''),
  labels: Labels.default([]),
  remark: ShortText(500).default(''),
  unique_id: UniqueId,
  quoted: Quoted,
})
export type DepositHash = z.output<typeof DepositHash>

/** Evidence that was handed over and not captured, with its first file; of a hash deposit what was claimed of it. */
export const DepositRow = EvidenceRow.extend({
  fileName: z.string(),
  fileSize: z.int().nullable(),
  fileType: z.string().nullable(),
  sha256: z.string(),
  sm3: z.string().nullable(),
  fileCount: z.int(),
  originalUploaded: z.boolean(),
  attestation_at: Instant.nullable(),
})
export type DepositRow = z.output<typeof DepositRow>

/** What a file is, by its content, as lists are narrowed to. */
export const FileKind = z.enum(['image', 'audio', 'video', 'pdf', 'text', 'office', 'other'])
export type FileKind = z.output<typeof FileKind>

const Find = EvidenceFind.omit({ category: true, categories: true, batchId: true })
const DepositList = scrollOf(DepositRow)
const make = { right: 'deposits.make', rate: 'write', idempotent: false, stamps: true } as const
const read = { right: 'evidence.read', rate: 'read', idempotent: true } as const
const Numbered = z.object({ no: PreservationNumber, id: Id, fileName: z.string() })

export const depositCalls = {
  /** One evidence a file. */
  files: defineCall({
    method: 'POST',
    path: 'attestaion/file',
    body: DepositFiles,
    reply: z.object({ list: z.array(Numbered) }),
    ...make,
  }), // legacy spelling, frozen, here and below
  hash: defineCall({
    method: 'POST',
    path: 'attestaion/hash',
    body: DepositHash,
    reply: z.object({ no: PreservationNumber, id: Id }),
    ...make,
  }),
  /** The original of a hash deposit: it fits, or it is refused and nothing changes. */
  original: defineCall({
    method: 'POST',
    path: 'attestaion/hash/original',
    own: true,
    body: z.object({ ano: PreservationNumber, fileId: Id, claims: Claims }),
    reply: z.object({ status: EvidenceStatus }),
    ...make,
  }),
  fileList: defineCall({
    method: 'GET',
    path: 'attestaion/file/list',
    query: Find.extend({ fileType: FileKind.optional() }),
    reply: DepositList,
    ...read,
  }),
  hashList: defineCall({
    method: 'GET',
    path: 'attestaion/hash/list',
    own: true,
    query: Find,
    reply: DepositList,
    ...read,
  }),
  /** A short-lived address on an origin of its own; null for kinds that are only handed out as downloads. */
  preview: defineCall({
    method: 'GET',
    path: 'attestaion/file/preview/{id}',
    params: z.object({ id: Id }),
    reply: z.object({
      link: z.string().nullable(),
      contentType: z.string(),
      shownAs: z.enum(waysToShow).nullable(),
    }),
    ...read,
  }),
  /** How a file is called in lists. What was sealed keeps the name it was sealed with. */
  renameFile: defineCall({
    method: 'PUT',
    path: 'attestation/file/{id}',
    params: z.object({ id: Id }),
    body: z.object({ fileName: z.string().trim().min(1).max(longestFileName) }),
    reply: z.object({ updated: z.boolean() }),
    right: 'evidence.write',
    rate: 'write',
    idempotent: true,
  }),
  /** Files, hashes and works of the account together. */
  list: defineCall({
    method: 'POST',
    path: 'attestation/list',
    topList: true,
    body: EvidenceFind.omit({ batchId: true }),
    reply: scrollOf(EvidenceRow),
    ...read,
  }),
  /** Takes evidence of the account that was hidden back into its lists. Whose it is never changes: what belongs to others is not there. */
  takeBack: defineCall({
    method: 'POST',
    path: 'attestation/swallow',
    topList: true,
    body: z.object({ anos: wireList(PreservationNumber, 100).pipe(z.array(PreservationNumber).min(1)) }),
    reply: z.object({
      list: z.array(z.object({ ano: PreservationNumber, name: z.string(), category: EvidenceCategory })),
    }),
    right: 'evidence.write',
    rate: 'write',
    idempotent: true,
  }),
}
