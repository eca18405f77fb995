import { Readable } from 'node:stream'
import { freePath, toDataPath } from '../../proof/package/paths.ts'
import { firstStatementFolder, firstStatementPath, firstTokenPath } from '../../proof/statement/hash.ts'
import type { Original } from '../../proof/statement/originals.ts'
import type { StatedCapture } from '../../proof/statement.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import { originalFollows } from '../evidence/kinds/kind-column.types.ts'
import { depositedKindOf, type HandedOver, type KindTable } from '../evidence/kinds/evidence-kind.types.ts'
import { fixStatement, keepFiles, type KeptFile, sealKept } from '../evidence/sealing/seal.service.ts'
import { requestThirdPartyStamps } from '../evidence/stamps/request-stamps.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone } from '../kit/storage/objects.ts'
import type { Authority } from '../trust/keys/authority.service.ts'
import * as repo from './deposits.repo.ts'
import type { SentFile } from './kinds/originals.ts'
import { type UploadRecord, usedUploads } from './uploads.repo.ts'
import { depositQueue } from './registry.queues.ts'

interface DepositContext {
  services: Services
  authority: Authority
  kinds: KindTable
}

interface Job {
  jobId: string
  id: string
}

/** Seals what was handed over. Safe to repeat: what is sealed is not sealed again. */
export async function sealDeposit(context: DepositContext, job: Job) {
  const { db } = context.services
  const deposit = await repo.depositById(db, job.id)
  if (!deposit) return
  if (deposit.status === 'uploading') return sealFirst(context, deposit, job)
  const hash = originalFollows(deposit) ? await repo.hashById(db, deposit.id) : undefined
  if (hash?.uploadId && !hash.statement) await sealOriginal(context, deposit, { ...hash, uploadId: hash.uploadId }, job)
}

/** Deposits whose job ran out of tries. */
export async function sweepUnsealed({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await repo.unsealed(tx)) await jobs.enqueue(tx, depositQueue, { id })
  })
}

async function sealFirst(context: DepositContext, deposit: repo.DepositRecord, { jobId }: Job) {
  const { files, statement } = await receivedOf(context, deposit)
  const job = { queue: depositQueue, jobId } as const
  await againWhenGone(() => sealKept(context, { record: deposit, statement, shown: statement, files, job }))
}

/** Files that were handed over, if any, and the statement of how they came. */
async function receivedOf(
  { services, kinds }: DepositContext,
  deposit: repo.DepositRecord,
): Promise<{ files: KeptFile[]; statement: StatedCapture }> {
  const kind = depositedKindOf(kinds, deposit)
  const request = kind.request.parse(deposit.request)
  const sent = kind.sent(request)
  const at = deposit.createdAt.toISOString()
  const { files, ...came } = sent.length
    ? await originalsOf(services, sent)
    : { files: [], originals: [], from: at, until: at }
  return { files, statement: kind.state(request, whole(came)) }
}

/** What was handed over is there whole, or there is no deposit. */
const whole = ({ originals, from, until }: { originals: Original[]; from: string; until: string }): HandedOver => ({
  originals,
  startedAt: from,
  finishedAt: until,
  completeness: 'full',
  missing: [],
  facts: {},
})

/** `besides`: paths that something else of the evidence has. */
async function originalsOf({ db }: Services, sent: SentFile[], besides: string[] = []) {
  const uploads = new Map(
    (
      await usedUploads(
        db,
        sent.map((s) => s.uploadId),
      )
    ).map((u) => [u.id, u]),
  )
  const files: KeptFile[] = []
  const originals: Original[] = []
  for (const { uploadId, claimed } of sent) {
    const upload = uploads.get(uploadId)!
    const path = freePath(toDataPath(upload.name), [...besides, ...files.map((f) => f.path)])
    files.push(kept(upload, path))
    originals.push({ path, name: upload.name, claimed })
  }
  const times = (of: (u: UploadRecord) => Date | null) => [...uploads.values()].map((u) => of(u)!.getTime())
  return {
    files,
    originals,
    from: new Date(Math.min(...times((u) => u.createdAt))).toISOString(),
    until: new Date(Math.max(...times((u) => u.receivedAt))).toISOString(),
  }
}

const kept = (u: UploadRecord, path: string): KeptFile => ({
  path,
  mediaType: u.mediaType!,
  size: u.size,
  sha256: u.sha256!.toString('hex'),
  sm3: u.sm3!.toString('hex'),
})

/** The first statement stays as it was stamped; the second names it, holds it with its stamp, and has a stamp of its own. */
async function sealOriginal(
  context: DepositContext,
  deposit: repo.DepositRecord,
  hash: repo.HashRecord & { uploadId: string },
  { jobId }: Job,
) {
  const { services, kinds } = context
  const { files, ...came } = await originalsOf(
    services,
    [{ uploadId: hash.uploadId, claimed: null }],
    [firstStatementFolder],
  )
  const kind = depositedKindOf(kinds, deposit)
  const statement = kind.state(kind.request.parse(deposit.request), whole(came))
  const record = {
    ...deposit,
    personName: hash.actingName!,
    personRole: hash.actingRole!,
    actingIdentityId: hash.actingIdentityId,
  }
  await againWhenGone(async () => {
    const all = [...files, ...(await keepFirst(services, deposit))]
    const { clock: _, ...second } = await fixStatement(context, {
      record,
      statement,
      files: all,
      prev: deposit.statementSha256!.toString('hex'),
    })
    await services.db.asSystem(async (tx) => {
      await services.jobs.complete(tx, depositQueue, jobId)
      if (!(await repo.markOriginal(tx, deposit.id, second))) return
      await keepFiles(tx, services, deposit, all)
      await requestThirdPartyStamps(tx, services, deposit, second.statementSha256)
      await recordAct(
        tx,
        { system: true, platform: { id: deposit.platformId }, accountId: deposit.accountId },
        {
          action: 'deposit.originalSealed',
          subjectKind: 'evidence',
          subjectId: deposit.id,
          details: { statementSha256: second.statementSha256.toString('hex') },
        },
      )
      await announceEvidence(tx, deposit)
    })
  })
}

async function keepFirst({ store }: Services, { statement, token }: repo.DepositRecord): Promise<KeptFile[]> {
  return [
    { path: firstStatementPath, mediaType: 'application/json', ...(await store.put(Readable.from([statement!]))) },
    {
      path: firstTokenPath,
      mediaType: 'application/vnd.etsi.timestamp-token',
      ...(await store.put(Readable.from([token!]))),
    },
  ]
}
