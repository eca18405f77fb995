import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fixingDigest } from '../../proof/manifest.ts'
import { type EvidenceStatement, statementBytes, type VerifiedIdentity } from '../../proof/statement.ts'
import type { Json } from '../../proof/statement/shape.ts'
import { recordAct } from '../kit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Queue } from '../kit/jobs.ts'
import { announceEvidence } from './announce-evidence.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import type { Stored } from '../kit/storage/store.ts'
import { platformById, platformName as nameOf } from '../platform/platform.service.ts'
import { statedIdentity } from '../real-name/known.service.ts'
import type { Authority } from '../trust/authority.ts'
import { TrustError } from '../trust/trust-error.ts'
import { insertFiles, markFixed } from './seal.repo.ts'
import { wantStamps } from './stamps/want.ts'

/** The record a capture worker holds while it seals. */
export interface SealedRecord {
  id: string
  attempt: number
  platformId: string
  accountId: string
  personId: string
  number: string
  name: string
  ownerName: string
  ownerKind: string
  /** The check by which the owner was known when this was begun. */
  ownerIdentityId: string | null
  actingIdentityId: string | null
  personName: string
  personRole: string
}

/** What a capture of any kind hands over: its files in one folder, and the facts about how they came about. */
export interface Sealable {
  requestedUrl: string
  finalUrl: string
  title: string
  startedAt: string
  finishedAt: string
  completeness: 'full' | 'partial'
  missing: readonly { code: string; params?: object }[]
  files: readonly { path: string; mediaType: string }[]
}

interface Sealer {
  services: Services
  authority: Authority
}

/** What whoever asks for the sealing does in its transaction, if it comes to that. */
type Also = (tx: Tx) => Promise<void>

export type KeptFile = Stored & { path: string; mediaType: string }

/** How evidence came about, as its statement tells. */
export type Told = EvidenceStatement['capture']

/**
 * Stores every file, states them, stamps the statement, then commits it all at once together with the job's end.
 * With `confirmHours` the record is fixed all the same, but becomes evidence only when its owner confirms.
 * The stamp is made before the transaction opens: no key is used while rows are locked.
 */
export function seal(
  sealer: Sealer,
  record: SealedRecord,
  captured: Sealable,
  dir: string,
  job: { queue: Queue; jobId: string },
  confirmHours: number | null = null,
  also?: Also,
) {
  return againWhenGone(() => sealOnce(sealer, record, captured, dir, job, confirmHours, also))
}

async function sealOnce(
  sealer: Sealer,
  record: SealedRecord,
  captured: Sealable,
  dir: string,
  job: { queue: Queue; jobId: string },
  confirmHours: number | null,
  also?: Also,
) {
  const files: KeptFile[] = []
  for (const file of captured.files)
    files.push({
      ...file,
      path: `data/${file.path}`,
      ...(await sealer.services.store.put(createReadStream(join(dir, file.path)))),
    })
  const { files: _, ...capture } = captured
  await sealKept(sealer, record, toldOf(captured), files, { ...capture, tiles: tilesOf(captured) }, job, {
    confirmHours,
    ...(also ? { also } : {}),
  })
}

interface Fixed {
  statement: Buffer
  statementSha256: Buffer
  token: Buffer
  tokenSerial: string
  sealedAt: Date
}

/** States files that are kept, and stamps the statement. Nothing is written. */
export async function fix(
  { services, authority }: Sealer,
  record: SealedRecord,
  told: Told,
  files: KeptFile[],
  prev: string | null = null,
): Promise<Fixed & { clock: string }> {
  const { source } = await authority.clock()
  const platformName = nameOf(await platformById(services.db.system, record.platformId), 'zh-CN')
  const known = {
    owner: await statedIdentity(services, record.ownerIdentityId),
    acting: await statedIdentity(services, record.actingIdentityId),
  }
  const statement = statementOf(services, { platformName, known }, record, told, files, source, prev)
  const bytes = statementBytes(statement)
  const statementSha256 = createHash('sha256').update(bytes).digest()
  // The token fixes the package's manifest, which names the statement and every file by digest (ASiC-E, ETSI EN 319 162-1).
  const { token, stamp } = await authority.stamp(await fixingDigest(statement, bytes)).catch(refuseUntimed)
  return {
    statement: Buffer.from(bytes),
    statementSha256,
    token: Buffer.from(token),
    tokenSerial: stamp.serial,
    sealedAt: stamp.genTime,
    clock: source,
  }
}

/** Commits what was fixed of files that are kept: the record, its files, its act and the job's end, all or none. */
export async function sealKept(
  sealer: Sealer,
  record: SealedRecord,
  told: Told,
  files: KeptFile[],
  capture: object,
  job: { queue: Queue; jobId: string },
  { confirmHours = null, also }: { confirmHours?: number | null; also?: Also } = {},
) {
  const { services } = sealer
  const waits = confirmHours !== null
  const { clock, ...fixed } = await fix(sealer, record, told, files)
  await services.db.asSystem(async (tx) => {
    const ours = await markFixed(
      tx,
      record,
      { ...fixed, completeness: told.completeness, finishedAt: new Date(told.finishedAt) },
      { ...capture, clock },
      confirmHours,
    )
    // Cancelled or taken over in the meantime: the objects stay unreferenced and are collected, no evidence comes of them.
    if (!ours) return
    await keepFiles(tx, services, record, files)
    await wantStamps(tx, services, record, fixed.statementSha256)
    const actor = { system: true as const, platform: { id: record.platformId }, accountId: record.accountId }
    await recordAct(tx, actor, {
      action: waits ? 'evidence.fixed' : 'evidence.sealed',
      subjectKind: 'evidence',
      subjectId: record.id,
      details: { statementSha256: fixed.statementSha256.toString('hex') },
    })
    await services.jobs.complete(tx, job.queue, job.jobId)
    await announceEvidence(tx, record, { status: waits ? 'to-confirm' : 'collected', percent: 100 })
    await also?.(tx)
  })
}

/** Rows of an evidence's files, whose objects are held until the commit. */
export async function keepFiles(
  tx: Tx,
  services: Services,
  record: Pick<SealedRecord, 'id' | 'accountId'>,
  files: KeptFile[],
) {
  if (!files.length) return
  await holdObjects(tx, services.store, files)
  await insertFiles(
    tx,
    files.map((f, ordinal) => ({
      id: newId(),
      evidenceId: record.id,
      accountId: record.accountId,
      ordinal,
      path: f.path,
      mediaType: f.mediaType,
      size: f.size,
      sha256: Buffer.from(f.sha256, 'hex'),
      sm3: Buffer.from(f.sm3, 'hex'),
    })),
  )
}

/** A clock lost or a key ended while the capture ran: told as what it is, so that it can be tried again later. */
function refuseUntimed(error: unknown): never {
  throw error instanceof TrustError ? new AppError('no-time-stamps') : error
}

/** Tiles by the path they were sealed under. */
function tilesOf(captured: Sealable) {
  const tiles = (captured as { tiles?: readonly { path: string; width: number; height: number }[] }).tiles ?? []
  return tiles.map((t) => ({ ...t, path: `data/${t.path}` }))
}

function toldOf(captured: Sealable): Told {
  const { requestedUrl, finalUrl, title, startedAt, finishedAt, completeness, missing, files: _, ...facts } = captured
  return {
    kind: 'web',
    requestedUrl,
    finalUrl,
    title: title.toWellFormed(),
    startedAt,
    finishedAt,
    completeness,
    missing: plain(missing) as never,
    facts: plain(facts) as Record<string, Json>,
  }
}

function statementOf(
  services: Services,
  {
    platformName,
    known,
  }: { platformName: string; known: Record<'owner' | 'acting', VerifiedIdentity | 'not-verified'> },
  record: SealedRecord,
  told: Told,
  files: KeptFile[],
  clock: string,
  prev: string | null,
): EvidenceStatement {
  return {
    type: 'shimakaze-evidence/v1',
    number: record.number,
    created: new Date().toISOString(),
    salt: randomBytes(16).toString('base64'),
    platform: { name: platformName, origin: new URL(services.config.publicUrl).origin },
    owner: { kind: record.ownerKind as 'personal' | 'enterprise', name: record.ownerName, identity: known.owner },
    acting: { name: record.personName, role: record.personRole, identity: known.acting },
    name: record.name,
    capture: told,
    clock: { source: clock },
    hashAlgorithms: ['sha256', 'sm3'],
    files: files.map(({ path, size, sha256, sm3, mediaType }) => ({ path, size, sha256, sm3, mediaType })),
    prev,
    supersedes: null,
  }
}

/** JSON values only: what a statement can hold canonically. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
