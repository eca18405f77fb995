import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'

/** An anchor that a chain holds, for this process alone until the transaction ends. */
export function lockHeld(tx: Tx, id: string) {
  return tx.selectFrom('chainAnchor').innerJoin('chain', 'chain.chainId', 'chainAnchor.chainId').select(['chainAnchor.id', 'chainAnchor.chainId', 'shardId', 'size', 'note', 'record', 'chainAnchor.height', 'name'])
    .where('chainAnchor.id', '=', id).where('state', '=', 'CONFIRMED').forUpdate('chainAnchor').executeTakeFirst()
}
export type HeldAnchor = NonNullable<Awaited<ReturnType<typeof lockHeld>>>

/** How far entries have their proofs, by whichever anchor of the chain. */
export async function provedTo(tx: Tx, { chainId, shardId }: Pick<HeldAnchor, 'chainId' | 'shardId'>): Promise<number> {
  const { most } = await tx.selectFrom('chainAnchor').select((e) => e.fn.max('provedTo').as('most')).where('chainId', '=', chainId).where('shardId', '=', shardId).executeTakeFirstOrThrow()
  return Number(most ?? 0)
}

export async function markProved(tx: Tx, id: string, provedTo: number) {
  await tx.updateTable('chainAnchor').set({ provedTo }).where('id', '=', id).execute()
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
  return tx.selectFrom('logEntry as l').innerJoin('evidence as e', 'e.id', 'l.evidenceId').select(['l.idx', 'l.subject', 'e.id', 'e.accountId', 'e.platformId', 'e.personId'])
    .where('l.shardId', '=', shardId).where('l.idx', '>=', from).where('l.idx', '<', to).where('l.kind', '=', 'evidence').orderBy('l.idx').execute()
}

/** Confirmed long ago, and not all that they cover has its proofs: their job used up its tries, or there was none. */
export async function unproved(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from chain_anchor a where a.state = 'CONFIRMED' and a.confirmed_at < app_now() - interval '10 minutes'
      and not exists (select from chain_anchor o where o.chain_id = a.chain_id and o.shard_id = a.shard_id and o.state = 'CONFIRMED' and (o.size > a.size or o.proved_to >= a.size))`.execute(tx)
  return rows.map((r) => r.id)
}
