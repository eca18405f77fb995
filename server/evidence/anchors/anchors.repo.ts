import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'

/** An anchor that a chain holds, or dropped, for this process alone until the transaction ends. */
export function lockAnchor(tx: Tx, id: string) {
  return anchors(tx)
    .where('chainAnchor.id', '=', id)
    .where('state', 'in', ['CONFIRMED', 'ORPHANED'])
    .forUpdate('chainAnchor')
    .executeTakeFirst()
}
const anchors = (tx: Tx) =>
  tx
    .selectFrom('chainAnchor')
    .innerJoin('chain', 'chain.chainId', 'chainAnchor.chainId')
    .select([
      'chainAnchor.id',
      'chainAnchor.chainId',
      'shardId',
      'size',
      'note',
      'record',
      'state',
      'provedFrom',
      'provedTo',
      'chainAnchor.height',
      'name',
    ])
export type LockedAnchor = NonNullable<Awaited<ReturnType<typeof lockAnchor>>>

const held = (tx: Tx, { chainId, shardId }: Pick<LockedAnchor, 'chainId' | 'shardId'>) =>
  tx
    .selectFrom('chainAnchor')
    .where('chainId', '=', chainId)
    .where('shardId', '=', shardId)
    .where('state', '=', 'CONFIRMED')

/** Where the next smaller anchor ends that the chain holds: what lies before is that one's to prove. */
export async function heldBelow(tx: Tx, anchor: LockedAnchor, size: number): Promise<number> {
  const { most } = await held(tx, anchor)
    .select((e) => e.fn.max('size').as('most'))
    .where('size', '<', size)
    .executeTakeFirstOrThrow()
  return Number(most ?? 0)
}

/** The first anchor that the chain holds and that covers the same. */
export async function lockHeldOver(tx: Tx, anchor: LockedAnchor, size: number): Promise<LockedAnchor | undefined> {
  const first = await held(tx, anchor)
    .select('id')
    .where('size', '>=', size)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  const locked = await lockAnchor(tx, first.id)
  // Dropped while it was waited for: another may cover the same.
  return locked?.state === 'CONFIRMED' ? locked : lockHeldOver(tx, anchor, size)
}

export async function markProved(tx: Tx, id: string, provedFrom: number, provedTo: number) {
  await tx.updateTable('chainAnchor').set({ provedFrom, provedTo }).where('id', '=', id).execute()
}

/** Whether its package has, or is about to get, a proof of the chain as it stands. */
export async function isProved(tx: Tx, evidenceId: string, chainId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('laterProof as p')
    .innerJoin('chainAnchor as a', 'a.id', 'p.anchorId')
    .select('p.id')
    .where('p.evidenceId', '=', evidenceId)
    .where('a.chainId', '=', chainId)
    .where('a.state', '=', 'CONFIRMED')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export interface Covered {
  idx: number
  subject: string
  id: string
  accountId: string
  platformId: string
  personId: string
}

/** Statements of a shard between two places, as far as their evidence is still there. */
export async function coveredBetween(tx: Tx, shardId: number, from: number, to: number): Promise<Covered[]> {
  return tx
    .selectFrom('logEntry as l')
    .innerJoin('evidence as e', 'e.id', 'l.evidenceId')
    .select(['l.idx', 'l.subject', 'e.id', 'e.accountId', 'e.platformId', 'e.personId'])
    .where('l.shardId', '=', shardId)
    .where('l.idx', '>=', from)
    .where('l.idx', '<', to)
    .where('l.kind', '=', 'evidence')
    .orderBy('l.idx')
    .execute()
}

/** Confirmed or dropped long ago, and not all that follows from it is done: their job used up its tries, or there was none. */
export async function unproved(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from chain_anchor where state = 'CONFIRMED' and confirmed_at < app_now() - interval '10 minutes' and proved_to < size
    union all select id from chain_anchor where state = 'ORPHANED' and orphaned_at < app_now() - interval '10 minutes' and proved_to > proved_from`.execute(
    tx,
  )
  return rows.map((r) => r.id)
}
