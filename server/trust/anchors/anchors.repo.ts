import { sql } from 'kysely'
import type { ChainTrouble } from '../../../contract/trust/anchors.ts'
import type { ChainSettings } from './anchors.settings.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'
import { newLease, noLease } from '../../kit/work/lease.ts'
import type { Fees, Found, Signed } from './adapter.ts'
import { firstLook } from './recheck-confirmed.repo.ts'

const open = ['WAITING', 'SENT', 'SEEN']

/** Remembers how a chain is called, for those who only read. */
export async function nameChain(db: Database, { id, name, nameEn, mode, explorer }: ChainSettings) {
  const named = { name, nameEn: nameEn ?? null, mode, explorer: explorer ?? null }
  await db.system
    .insertInto('chain')
    .values({ chainId: id, ...named })
    .onConflict((c) => c.column('chainId').doUpdateSet(named))
    .execute()
}

/** Longer than one look may take. */
const leaseSeconds = 300

/** Takes a chain that is due for this process alone; undefined where it is not due, or another looks after it. */
export async function takeChain(
  db: Database,
  chainId: number,
): Promise<{ lease: string; failures: number; trouble: ChainTrouble | null } | undefined> {
  const token = newLease(leaseSeconds)
  const row = await db.system
    .updateTable('chain')
    .set(token)
    .where('chainId', '=', chainId)
    .where('dueAt', '<=', now)
    .where((e) => e.or([e('lease', 'is', null), e('leaseUntil', '<', now)]))
    .returning(['failures', 'trouble'])
    .executeTakeFirst()
  return row && { lease: token.lease, failures: row.failures, trouble: row.trouble as ChainTrouble | null }
}

interface Looked {
  trouble: { code: ChainTrouble; detail: string } | undefined
  failures: number
  afterSeconds: number
  address?: string | undefined
  balance?: bigint | undefined
  height?: number | undefined
}

/** Gives a chain back with what was seen of it; what could not be seen stays as it was. */
export async function giveBackChain(
  db: Database,
  chainId: number,
  lease: string,
  { trouble, failures, afterSeconds, address, balance, height }: Looked,
) {
  const seen = {
    ...(address === undefined ? {} : { address }),
    ...(balance === undefined ? {} : { balance: String(balance) }),
    ...(height === undefined ? {} : { height, checkedAt: now }),
  }
  await db.system
    .updateTable('chain')
    .set({
      ...noLease,
      dueAt: inSeconds(afterSeconds),
      trouble: trouble?.code ?? null,
      troubleDetail: trouble?.detail || null,
      failures,
      ...seen,
    })
    .where('chainId', '=', chainId)
    .where('lease', '=', lease)
    .execute()
}

const columns = [
  'id',
  'chainId',
  'shardId',
  'size',
  'digest',
  'note',
  'state',
  'reason',
  'txHash',
  'blockHash',
  'height',
  sql<number>`extract(epoch from app_now() - tried_at)::float8`.as('seconds'),
] as const

export const openAnchor = (db: Queryable, chainId: number) =>
  db
    .selectFrom('chainAnchor')
    .select(columns)
    .where('chainId', '=', chainId)
    .where('state', 'in', open)
    .executeTakeFirst()

export type OpenAnchor = NonNullable<Awaited<ReturnType<typeof openAnchor>>>

/** The one begun last, and how many seconds ago. */
export const lastBegun = (db: Queryable, chainId: number) =>
  db
    .selectFrom('chainAnchor')
    .select(sql<number>`extract(epoch from app_now() - begun_at)::float8`.as('seconds'))
    .where('chainId', '=', chainId)
    .orderBy('begunAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the anchor was begun: not where the chain holds this checkpoint already, or is busy with another. */
export async function beginAnchor(
  db: Database,
  anchor: { chainId: number; shardId: number; size: number; digest: Uint8Array; note: Uint8Array },
) {
  await db.system
    .insertInto('chainAnchor')
    .values({ ...anchor, id: newId(), digest: Buffer.from(anchor.digest), note: Buffer.from(anchor.note) })
    .onConflict((c) => c.doNothing())
    .execute()
}

export interface Sent extends Signed {
  anchorId: string
  seconds: number
}

const transactions = (db: Queryable) =>
  db
    .selectFrom('chainTransaction')
    .select([
      'txHash',
      'anchorId',
      'raw',
      'nonce',
      'maxFee',
      'tip',
      sql<number>`extract(epoch from app_now() - signed_at)::float8`.as('seconds'),
    ])

const asSent = ({
  txHash,
  raw,
  maxFee,
  tip,
  ...rest
}: Awaited<ReturnType<ReturnType<typeof transactions>['execute']>>[number]): Sent => ({
  ...rest,
  hash: new Uint8Array(txHash),
  raw: new Uint8Array(raw),
  maxFee: BigInt(maxFee),
  tip: BigInt(tip),
})

/** What was signed for an anchor, the newest first. */
export const transactionsOf = async (db: Queryable, anchorId: string): Promise<Sent[]> =>
  (
    await transactions(db)
      .where('anchorId', '=', anchorId)
      .orderBy('signedAt', 'desc')
      .orderBy('nonce', 'desc')
      .execute()
  ).map(asSent)

/** The most that a transaction of ours offered under a number of the account. */
export async function offeredFor(db: Queryable, chainId: number, nonce: number): Promise<Fees | undefined> {
  const all = (await transactions(db).where('chainId', '=', chainId).where('nonce', '=', nonce).execute()).map(asSent)
  return all.toSorted((a, b) => (a.maxFee < b.maxFee ? 1 : -1))[0]
}

/** The newest of ours under each number from one to before another: a chain that lost them waits for them. */
export const transactionsBetween = async (db: Queryable, chainId: number, from: number, to: number): Promise<Sent[]> =>
  (
    await transactions(db)
      .where('chainId', '=', chainId)
      .where('nonce', '>=', from)
      .where('nonce', '<', to)
      .distinctOn('nonce')
      .orderBy('nonce')
      .orderBy('signedAt', 'desc')
      .limit(100)
      .execute()
  ).map(asSent)

/** Keeps a transaction before it is sent. False where another process looks after the chain by now: then it must not be. */
export async function keepTransaction(tx: Tx, anchor: OpenAnchor, lease: string, signed: Signed): Promise<boolean> {
  const held = await tx
    .selectFrom('chain')
    .select('lease')
    .where('chainId', '=', anchor.chainId)
    .where('lease', '=', lease)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  await tx
    .insertInto('chainTransaction')
    .values({
      txHash: Buffer.from(signed.hash),
      anchorId: anchor.id,
      chainId: anchor.chainId,
      nonce: signed.nonce,
      raw: Buffer.from(signed.raw),
      maxFee: String(signed.maxFee),
      tip: String(signed.tip),
    })
    .execute()
  await tx
    .updateTable('chainAnchor')
    .set({ state: 'SENT', reason: null, txHash: Buffer.from(signed.hash) })
    .where('id', '=', anchor.id)
    .where('state', 'in', open)
    .execute()
  return true
}

const ours = (db: Queryable, id: string) =>
  db.updateTable('chainAnchor').where('id', '=', id).where('state', 'in', open)

export async function markSeen(db: Database, id: string, { hash, blockHash, height }: Found) {
  await ours(db.system, id)
    .set({ state: 'SEEN', reason: null, txHash: Buffer.from(hash), blockHash: Buffer.from(blockHash), height })
    .execute()
}

/** The block that held it is gone. */
export async function markLost(db: Database, id: string) {
  await ours(db.system, id)
    .set({ state: 'SENT', reason: 'reorganised' satisfies ChainTrouble, blockHash: null, height: null })
    .execute()
}

export async function markConfirmed(tx: Tx, id: string, found: Found, blockTime: Date, record: Uint8Array) {
  await ours(tx, id)
    .set({
      state: 'CONFIRMED',
      reason: null,
      txHash: Buffer.from(found.hash),
      blockHash: Buffer.from(found.blockHash),
      height: found.height,
      blockTime,
      record: Buffer.from(record),
      confirmedAt: now,
      checkAt: firstLook,
    })
    .execute()
}

export async function markFailed(db: Database, id: string, reason: ChainTrouble) {
  await ours(db.system, id).set({ state: 'FAILED', reason }).execute()
}

export async function noteReason(db: Database, chainId: number, reason: ChainTrouble | null) {
  await db.system
    .updateTable('chainAnchor')
    .set({ reason })
    .where('chainId', '=', chainId)
    .where('state', 'in', open)
    .execute()
}

/** Puts a failed anchor back on its way. False where it did not fail; its chain takes one at a time, which the database sees to. */
export async function tryAgain(tx: Tx, id: string, chainId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chainAnchor')
    .set({
      reason: null,
      triedAt: now,
      state: sql<string>`case when exists (select 1 from chain_transaction t where t.anchor_id = chain_anchor.id) then 'SENT' else 'WAITING' end`,
    })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst()
  if (numUpdatedRows)
    await tx.updateTable('chain').set({ dueAt: now, failures: 0 }).where('chainId', '=', chainId).execute()
  return numUpdatedRows > 0n
}
