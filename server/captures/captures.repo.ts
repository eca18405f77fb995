import { sql } from 'kysely'
import { maxRetries } from '../../contract/captures/web.ts'
import type { EvidenceKind } from '../../contract/evidence/kinds.ts'
import type { OwnerColumns } from '../evidence/evidence-owner.service.ts'
import { categoryColumn } from '../evidence/kinds/kind-column.types.ts'
import type { AccountTx, Queryable, Scope, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import type { Json } from '../kit/db/schema.ts'
import { visibleTo } from '../kit/db/visible-to.ts'
import type { Claimed } from './turns.repo.ts'

const json = (value: unknown) => JSON.stringify(value) as unknown as Json

export interface NewCapture extends OwnerColumns {
  kind: EvidenceKind
  id: string
  number: string
  name: string
  remark: string
  labels: string[]
  url: string
  request: object
  uniqueId: string | null
  batchId: string | null
  ownWorker: boolean
}

export async function insertCapture(tx: AccountTx, { kind, ...c }: NewCapture) {
  await tx
    .insertInto('evidence')
    .values({ ...c, ...categoryColumn(kind), request: json(c.request), status: 'queued' })
    .execute()
}

/**
 * Tells the capture's progress, and gives its status; undefined where it is no longer ours: cancelled, or given to another worker by the
 * sweep. Progress that is told late takes nothing back.
 */
export function beat(tx: Tx, c: Pick<Claimed, 'id' | 'attempt'>, progress?: { step: string; percent: number }) {
  return running(tx, c)
    .set({
      ...(progress && {
        step: sql<string>`case when status = 'collecting' then ${progress.step} else step end`,
        percent: sql<number>`case when status = 'collecting' then ${progress.percent}::int else percent end`,
      }),
      heartbeatAt: now,
    })
    .returning('status')
    .executeTakeFirst()
}

const running = (tx: Tx, c: Pick<Claimed, 'id' | 'attempt'>) =>
  tx
    .updateTable('evidence')
    .where('id', '=', c.id)
    .where('attempt', '=', c.attempt)
    .where('status', 'in', ['collecting', 'uploading'])

export async function markUploading(tx: Tx, c: Claimed) {
  const { numUpdatedRows } = await running(tx, c)
    .set({ status: 'uploading', step: 'storing', percent: 92, heartbeatAt: now })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markFailed(tx: Tx, id: string, attempt: number, reason: string, params: object) {
  const { numUpdatedRows } = await running(tx, { id, attempt })
    .set({
      status: 'failed',
      failReason: reason,
      failParams: json(params),
      step: null,
      finishedAt: now,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** To whoever takes it next, as if it had not been tried unless this try counts; `step` says for what it waits. */
export async function giveBack(
  tx: Tx,
  c: Pick<Claimed, 'id' | 'attempt'>,
  { step, isCounted }: { step: 'waiting' | null; isCounted: boolean },
) {
  const { numUpdatedRows } = await running(tx, c)
    .set((e) => ({ status: 'queued', step, percent: 0, attempt: e('attempt', '-', isCounted ? 0 : 1) }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Failed captures go back into the queue. */
export function requeueFailed(tx: Tx, scope: Scope, ids: string[]) {
  return tx
    .updateTable('evidence')
    .set({
      status: 'queued',
      retries: sql<number>`retries + 1`,
      failReason: null,
      failParams: json({}),
      percent: 0,
      step: null,
      queuedAt: now,
      ownWorker: false,
    })
    .where(visibleTo(scope))
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .where('retries', '<', maxRetries)
    .returning(['id', 'number', 'accountId', 'personId', 'personName', 'platformId', 'category'])
    .execute()
}

/** Failed captures among these that may not be tried again. */
export async function countRetried(tx: Tx, scope: Scope, ids: string[]) {
  const { n } = await tx
    .selectFrom('evidence')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(visibleTo(scope))
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  return n
}

/** A cancelled capture states nothing: a statement never stands where no evidence is. */
const discarded = {
  status: 'cancelled',
  step: null,
  percent: 0,
  finishedAt: now,
  capture: null,
  completeness: null,
  confirmUntil: null,
  statement: null,
  statementSha256: null,
  token: null,
  tokenSerial: null,
  sealedAt: null,
} as const

/** Drops the files that a cancelled capture had shown; their bytes are collected by the store's sweep. The database lets only cancelled ones go. */
export async function dropFiles(tx: Tx, evidenceIds: string[]) {
  await tx.deleteFrom('evidenceFile').where('evidenceId', 'in', evidenceIds).execute()
}

const isLate = sql<boolean>`status = 'to-confirm' and confirm_until < app_now()`

/** Previews nobody confirmed in time. */
export async function latePreviews(db: Queryable): Promise<string[]> {
  const late = await db.selectFrom('evidence').select('id').where(isLate).execute()
  return late.map(({ id }) => id)
}

/** Undefined where somebody was quicker. */
export function expirePreview(tx: Tx, id: string) {
  return tx
    .updateTable('evidence')
    .set(discarded)
    .where('id', '=', id)
    .where(isLate)
    .returning(['id', 'name', 'number', 'accountId', 'platformId', 'personId', 'batchId'])
    .executeTakeFirst()
}

/** Locked until the end of the transaction: confirming and expiring exclude each other. */
export function forConfirming(tx: AccountTx, scope: Scope, number: string) {
  return tx
    .selectFrom('evidence')
    .select([
      'id',
      'accountId',
      'personId',
      'status',
      'statementSha256',
      sql<boolean>`coalesce(confirm_until < app_now(), false)`.as('expired'),
    ])
    .where(visibleTo(scope))
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

export async function markConfirmed(tx: AccountTx, scope: Scope, id: string) {
  await tx
    .updateTable('evidence')
    .set({ status: 'collected', confirmUntil: null })
    .where(visibleTo(scope))
    .where('id', '=', id)
    .where('status', '=', 'to-confirm')
    .execute()
}

export function previewFile(tx: AccountTx, scope: Scope, number: string, path: string) {
  return tx
    .selectFrom('evidenceFile')
    .innerJoin('evidence', 'evidence.id', 'evidenceFile.evidenceId')
    .select('evidenceFile.id')
    .where(visibleTo(scope))
    .where('evidence.number', '=', number)
    .where('evidenceFile.path', '=', path)
    .executeTakeFirst()
}

export function cancelUnfinished(tx: Tx, scope: Scope, ids: string[]) {
  return tx
    .updateTable('evidence')
    .set(discarded)
    .where(visibleTo(scope))
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'collecting', 'to-confirm'])
    .returning(['id', 'number', 'accountId', 'personId'])
    .execute()
}

/** Captures whose worker has gone quiet. */
export async function stuckCaptures(db: Queryable, quietSeconds: number): Promise<string[]> {
  const stuck = await db.selectFrom('evidence').select('id').where(isStuck(quietSeconds)).execute()
  return stuck.map(({ id }) => id)
}

/** A database that was away heard of nobody: for so long whoever lives may be heard of again. */
const beganSeconds = 6

const isStuck = (quietSeconds: number) =>
  sql<boolean>`status in ('collecting', 'uploading') and heartbeat_at < app_now() - make_interval(secs => ${quietSeconds})
    and pg_postmaster_start_time() < now() - make_interval(secs => ${beganSeconds})`

/** Back to the queue, or failed after the last attempt; undefined where its worker was heard of again. */
export function requeueStuck(
  tx: Tx,
  id: string,
  { quietSeconds, maxAttempts }: { quietSeconds: number; maxAttempts: number },
) {
  return tx
    .updateTable('evidence')
    .set({
      status: sql<string>`case when attempt >= ${maxAttempts} then 'failed' else 'queued' end`,
      failReason: sql<string | null>`case when attempt >= ${maxAttempts} then 'worker-lost' end`,
      step: null,
      percent: 0,
      queuedAt: now,
      ownWorker: false,
    })
    .where('id', '=', id)
    .where(isStuck(quietSeconds))
    .returning(['id', 'name', 'number', 'accountId', 'platformId', 'personId', 'batchId', 'status', 'attempt'])
    .executeTakeFirst()
}

/** Waiting captures that nothing was heard of for a while, some of which may have lost their job. */
export function waitingLong(tx: Tx) {
  return tx
    .selectFrom('evidence')
    .select('id')
    .where('status', '=', 'queued')
    .where('ownWorker', '=', false)
    .where('queuedAt', '<', sql<Date>`app_now() - interval '1 minute'`)
    .execute()
}
