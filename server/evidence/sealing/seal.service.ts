import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fixingDigest } from '../../../proof/package/manifest.ts'
import {
  type EvidenceStatement,
  type StatedCapture,
  statementBytes,
  type VerifiedIdentity,
} from '../../../proof/statement.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Queue } from '../../kit/work/jobs.ts'
import { announceEvidence } from '../announce-evidence.service.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import type { Stored } from '../../kit/storage/store.ts'
import { platformById, platformName as nameOf } from '../../platform/platform.service.ts'
import { statedIdentity } from '../../real-name/known.service.ts'
import type { Authority } from '../../trust/keys/authority.service.ts'
import { TrustError } from '../../trust/trust-error.types.ts'
import { insertSeenText } from '../seen-text/seen-text.repo.ts'
import { insertFiles, markFixed } from './seal.repo.ts'
import { requestThirdPartyStamps } from '../stamps/request-stamps.service.ts'

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

/** What evidence of any kind hands over to be sealed. */
export interface Sealable {
  /** How it came about, as its statement says it. */
  statement: StatedCapture
  /** The same for pages, which may show more: the record's column `capture`. */
  shown: object
  /** In one folder. */
  files: readonly { path: string; mediaType: string }[]
  /** What can be read in it, to find it by; bounded by whoever reads it. */
  seenText?: string
}

interface Sealer {
  services: Services
  authority: Authority
}

export type KeptFile = Stored & { path: string; mediaType: string }

interface SealOrder {
  record: SealedRecord
  /** The job that ends with the sealing. */
  job: { queue: Queue; jobId: string }
  /** The record is fixed all the same, but becomes evidence only when its owner confirms within so many hours. */
  confirmHours?: number | null
  /** What whoever asks for the sealing does in its transaction, if it comes to that. */
  also?: (tx: Tx) => Promise<void>
}

interface FolderOrder extends SealOrder {
  captured: Sealable
  dir: string
}

interface KeptOrder extends SealOrder, Omit<Sealable, 'files'> {
  files: KeptFile[]
}

/**
 * Stores every file, states them, stamps the statement, then commits it all at once together with the job's end.
 * The stamp is made before the transaction opens: no key is used while rows are locked.
 */
export const seal = (sealer: Sealer, order: FolderOrder) => againWhenGone(() => storeAndSeal(sealer, order))

/** Each of them waits for the disk several times. */
const filesAtOnce = 4

async function storeAndSeal(sealer: Sealer, { captured: { files, ...captured }, dir, ...order }: FolderOrder) {
  const keep = async (file: Sealable['files'][number]): Promise<KeptFile> => ({
    ...file,
    path: `data/${file.path}`,
    ...(await sealer.services.store.put(createReadStream(join(dir, file.path)))),
  })
  const kept: KeptFile[] = []
  for (let at = 0; at < files.length; at += filesAtOnce)
    for (const put of await Promise.allSettled(files.slice(at, at + filesAtOnce).map(keep))) {
      if (put.status === 'rejected') throw put.reason
      kept.push(put.value)
    }
  await sealKept(sealer, { ...order, ...captured, files: kept })
}

interface Fixed {
  statement: Buffer
  statementSha256: Buffer
  token: Buffer
  tokenSerial: string
  sealedAt: Date
}

interface StatementOrder {
  record: SealedRecord
  statement: StatedCapture
  files: KeptFile[]
  /** SHA-256 of the statement that this one follows. */
  prev?: string | null
}

/** States files that are kept, and stamps the statement. Nothing is written. */
export async function fixStatement(sealer: Sealer, order: StatementOrder): Promise<Fixed & { clock: string }> {
  const { services, authority } = sealer
  const { record } = order
  const { source } = await authority.clock()
  const platformName = nameOf(await platformById(services.db.system, record.platformId), 'zh-CN')
  const known = {
    owner: await statedIdentity(services, record.ownerIdentityId),
    acting: await statedIdentity(services, record.actingIdentityId),
  }
  const { origin } = new URL(services.config.publicUrl)
  const statement = statementOf(order, { platform: { name: platformName, origin }, known, clock: source })
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
export async function sealKept(sealer: Sealer, order: KeptOrder) {
  const { services } = sealer
  const { record, statement, shown, files, seenText, job, confirmHours = null, also } = order
  const waits = confirmHours !== null
  const { clock, ...fixed } = await fixStatement(sealer, { record, statement, files })
  await services.db.asSystem(async (tx) => {
    const ours = await markFixed(
      tx,
      record,
      { ...fixed, completeness: statement.completeness, finishedAt: new Date(statement.finishedAt) },
      { ...shown, clock },
      confirmHours,
    )
    // Cancelled or taken over in the meantime: the objects stay unreferenced and are collected, no evidence comes of them.
    if (!ours) return
    await keepFiles(tx, services, record, files)
    if (seenText !== undefined) await insertSeenText(tx, record, seenText)
    await requestThirdPartyStamps(tx, services, record, fixed.statementSha256)
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

function statementOf(
  { record, statement, files, prev = null }: StatementOrder,
  {
    platform,
    known,
    clock,
  }: {
    platform: EvidenceStatement['platform']
    known: Record<'owner' | 'acting', VerifiedIdentity | 'not-verified'>
    clock: string
  },
): EvidenceStatement {
  return {
    type: 'shimakaze-evidence/v1',
    number: record.number,
    created: new Date().toISOString(),
    salt: randomBytes(16).toString('base64'),
    platform,
    owner: { kind: record.ownerKind as 'personal' | 'enterprise', name: record.ownerName, identity: known.owner },
    acting: { name: record.personName, role: record.personRole, identity: known.acting },
    name: record.name,
    capture: statement,
    clock: { source: clock },
    hashAlgorithms: ['sha256', 'sm3'],
    files: files.map(({ path, size, sha256, sm3, mediaType }) => ({ path, size, sha256, sm3, mediaType })),
    prev,
    supersedes: null,
  }
}
