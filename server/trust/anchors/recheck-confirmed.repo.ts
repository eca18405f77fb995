import { sql } from 'kysely'
import type { ChainTrouble } from '../../../contract/trust/anchors.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'

/**
 * Seconds. An anchor is looked at again when it is about twice as old as at the last look, so that a reorganisation is found within about the time
 * that it reaches back, by some forty looks in the life of an anchor: ten in its first day. A first miss is looked at again soon, and by another look.
 */
const recheckSeconds = { least: 60, most: 86_400, missed: 30 }
/** Where a chain does not say what is final: beyond this nothing is looked at. No chain that is alive went back so far. */
const mostDays = 30

/** Seconds to the next look at one that nothing could be said of. */
export const soon = recheckSeconds.missed
/** When a confirmed anchor is looked at for the first time. */
export const firstLook = inSeconds(recheckSeconds.least)

export interface DueAnchor {
  id: string
  height: number
  blockHash: Buffer
  missed: boolean
}

/** Confirmed anchors whose turn it is, the newest first. Their next turn is set at once, so that one that makes trouble does not keep the others waiting, and two processes take none both. */
export async function takeDue(db: Database, chainId: number, most: number): Promise<DueAnchor[]> {
  const { rows } = await sql<DueAnchor>`
    update chain_anchor a set check_at = app_now() + case when missed_at is null
      then least(greatest(app_now() - confirmed_at, make_interval(secs => ${recheckSeconds.least})), make_interval(secs => ${recheckSeconds.most})) else make_interval(secs => ${recheckSeconds.missed}) end
    where id in (select id from chain_anchor where chain_id = ${chainId} and check_at <= app_now() order by height desc limit ${most} for update skip locked)
    returning id, height, block_hash, missed_at is not null as missed`.execute(db.system)
  return rows.toSorted((a, b) => b.height - a.height)
}

const confirmed = (db: Database, id: string) =>
  db.system.updateTable('chainAnchor').where('id', '=', id).where('state', '=', 'CONFIRMED')

/** The chain has its block. */
export async function markThere(db: Database, id: string, isFinal: boolean) {
  await confirmed(db, id)
    .set({
      missedAt: null,
      checkAt: sql<Date | null>`case when ${isFinal} or confirmed_at < app_now() - make_interval(days => ${mostDays}) then null else check_at end`,
    })
    .execute()
}

/** Looked at again without anything being known of it. */
export async function lookIn(db: Database, id: string, seconds: number) {
  await confirmed(db, id)
    .set({ checkAt: inSeconds(seconds) })
    .execute()
}

/** The chain has another block in its place, and enough lie over that. All others that are not final are looked at now. */
export async function markMissed(db: Database, chainId: number, id: string) {
  await confirmed(db, id)
    .set({ missedAt: now, checkAt: inSeconds(soon) })
    .execute()
  await db.system
    .updateTable('chainAnchor')
    .set({ checkAt: now })
    .where('chainId', '=', chainId)
    .where('checkAt', 'is not', null)
    .where('missedAt', 'is', null)
    .execute()
}

/**
 * The chain has another block in its place, seen twice. False where that is known already. What it proved is left between `proved_from` and
 * `proved_to` for the job that tells of it; where a larger one has begun to prove what lies behind, that is all this one covered.
 */
export async function markOrphaned(tx: Tx, id: string): Promise<boolean> {
  // The one that covers the same may be proving just now: it must see this one either way.
  await sql`select from chain_anchor a where a.state = 'CONFIRMED' and (a.chain_id, a.shard_id) = (select chain_id, shard_id from chain_anchor where id = ${id}) and a.size >= (select size from chain_anchor where id = ${id}) order by a.size for update`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update chain_anchor a set state = 'ORPHANED', reason = ${'orphaned' satisfies ChainTrouble}, orphaned_at = app_now(), check_at = null,
      proved_from = case when proved_to > 0 then proved_from else coalesce((select max(o.size) from chain_anchor o where o.chain_id = a.chain_id and o.shard_id = a.shard_id and o.state = 'CONFIRMED' and o.size < a.size), 0) end,
      proved_to = case when exists (select from chain_anchor o where o.chain_id = a.chain_id and o.shard_id = a.shard_id and o.state = 'CONFIRMED' and o.size > a.size and o.proved_to > 0) then size else proved_to end
    where id = ${id} and state = 'CONFIRMED' and missed_at is not null`.execute(tx)
  return numAffectedRows === 1n
}

/** The largest dropped checkpoint of a shard that nothing else on the chain stands for: where one covers it that is under way, or was given up, that one is gone on with. */
const lost = (chainId: number) => sql<{ digest: Buffer }>`
  select shard_id, size, digest, note from chain_anchor a where chain_id = ${chainId} and state = 'ORPHANED'
    and not exists (select from chain_anchor o where o.chain_id = a.chain_id and o.shard_id = a.shard_id and o.size >= a.size and o.state <> 'ORPHANED') order by shard_id, size desc limit 1`

/** Whether a dropped checkpoint was begun again. Its transactions go with it: a chain that has one in another block, or takes it still, is not paid twice. */
export async function beginAgain(db: Database, chainId: number): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const id = newId()
    const {
      rows: [begun],
    } = await sql<{ digest: Buffer }>`
      insert into chain_anchor (id, chain_id, shard_id, size, digest, note) select ${id}, ${chainId}, shard_id, size, digest, note from (${lost(chainId)}) l on conflict do nothing returning digest`.execute(
      tx,
    )
    if (!begun) return false
    await sql`update chain_transaction set anchor_id = ${id} where anchor_id in (select id from chain_anchor where chain_id = ${chainId} and digest = ${begun.digest} and state = 'ORPHANED')`.execute(
      tx,
    )
    await sql`update chain_anchor set state = 'SENT', tx_hash = (select tx_hash from chain_transaction where anchor_id = ${id} order by signed_at desc, nonce desc limit 1) where id = ${id} and exists (select from chain_transaction where anchor_id = ${id})`.execute(
      tx,
    )
    return true
  })
}
