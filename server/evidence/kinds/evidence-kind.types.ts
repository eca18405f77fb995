import type { z } from 'zod'
import type { EvidenceKind, evidenceKinds } from '../../../contract/evidence/kinds.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import type { StatedCapture } from '../../../proof/statement.ts'
import type { CameAbout } from '../../../proof/statement/part.ts'
import type { Original } from '../../../proof/statement/originals.ts'
import type { Resolver } from '../../kit/egress/resolve.ts'
import type { Services } from '../../kit/services.ts'
import type { BesideCapture, CertificateSection, PairWords } from './certificate-part.types.ts'
import { kindOfRow } from './kind-column.types.ts'
import type { Sealable } from '../sealing/seal.service.ts'

/** What the server has to know of a kind of evidence. Whoever shares code between kinds asks this, and never for a kind by name. */
interface AnyKind<K extends EvidenceKind, Request extends object> {
  readonly kind: K
  /** What the row remembers of what was asked, read back by whoever fulfils it. */
  readonly request: z.ZodType<Request>
  /** The sections of its certificate that tell how it came about. */
  certificate(capture: StatedCapture<K>, words: PairWords, beside: BesideCapture): CertificateSection[]
}

/** An address as it was judged before anything starts. */
export interface JudgedUrl {
  url: string
  problem?: Omit<FieldProblem, 'path'>
}

/** What a running capture is given besides its request. */
export interface CaptureRun {
  services: Services
  /** Where it writes its files; empty at the start. */
  outDir: string
  workDir: string
  /** Aborted when the capture is cancelled, lost to another worker, or the worker stops. */
  signal: AbortSignal
  onProgress(progress: { step: string; percent: number }): void
  /** Whether another account's captures wait for a worker. */
  othersWait(): Promise<boolean>
  /** Looks names up instead of the machine. */
  resolver?: Resolver
}

/** Evidence that the platform fetches: started, queued, run by a worker, sealed. */
export interface CapturedKind<K extends EvidenceKind = EvidenceKind, Request extends object = object> extends AnyKind<
  K,
  Request
> {
  readonly origin: 'captured'
  /** What one may take. A limit that is met ends in a partial capture or an honest failure. */
  readonly limits: { readonly totalMs: number; readonly bytes: number }
  /** What is wrong with each address, by its place among them; a repeated one names `lineOf` the first. */
  judge(services: Services, urls: string[], lineOf: (index: number) => number): JudgedUrl[]
  /** Writes its files and answers what they are, or throws CaptureFailed and leaves nothing. */
  run(asked: { url: string; request: Request; language: string }, run: CaptureRun): Promise<Sealable>
  /** Where a small picture of it is sealed, to look at before it is confirmed. */
  readonly previewPath?: string
  /** Whether it waits, once it is fixed, until its owner confirms. */
  twoStage(request: Request): boolean
}

/** How files of a deposit came, as every kind of deposit states it. */
export type HandedOver = CameAbout & { originals: Original[] }

/** Evidence that its owner hands over: received, sealed. */
export interface DepositedKind<K extends EvidenceKind = EvidenceKind, Request extends object = object> extends AnyKind<
  K,
  Request
> {
  readonly origin: 'deposited'
  /** The uploads it is made of, in their order; none where a hash alone was handed over. */
  sent(request: Request): { uploadId: string; claimed: Original['claimed'] }[]
  state(request: Request, handedOver: HandedOver): StatedCapture<K>
}

type KindOf<K extends EvidenceKind> = (typeof evidenceKinds)[K]['origin'] extends 'captured'
  ? CapturedKind<K>
  : DepositedKind<K>

/** Every kind. It is put together above the domains that hold the kinds (`server/kinds`), and handed down to them. */
export type KindTable = { readonly [K in EvidenceKind]: KindOf<K> }

export function capturedKindOf(kinds: KindTable, row: { category: string }): CapturedKind {
  const kind: CapturedKind | DepositedKind = kinds[kindOfRow(row)]
  if (kind.origin !== 'captured') throw new Error(`nothing captures ${row.category}`)
  return kind
}

export function depositedKindOf(kinds: KindTable, row: { category: string }): DepositedKind {
  const kind: CapturedKind | DepositedKind = kinds[kindOfRow(row)]
  if (kind.origin !== 'deposited') throw new Error(`nobody hands over ${row.category}`)
  return kind
}
