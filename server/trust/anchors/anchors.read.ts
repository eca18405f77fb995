import { sql } from 'kysely'
import type { AnchorFind, ChainTrouble } from '../../../contract/trust/anchors.ts'
import type { Queryable } from '../../kit/db/db.ts'

const shown = (db: Queryable) =>
  db
    .selectFrom('chainAnchor as a')
    .innerJoin('chain as c', 'c.chainId', 'a.chainId')
    .select([
      'a.id',
      'a.chainId',
      'a.shardId',
      'a.size',
      'a.digest',
      'a.state',
      'a.reason',
      'a.txHash',
      'a.blockHash',
      'a.height',
      'a.blockTime',
      'a.begunAt',
      'a.confirmedAt',
      'a.orphanedAt',
      'c.name',
      'c.nameEn',
      'c.explorer',
      'c.address',
      sql<number>`(select count(*)::int from chain_transaction t where t.anchor_id = a.id)`.as('transactions'),
      sql<boolean>`exists (select 1 from chain_anchor o where o.chain_id = a.chain_id and o.state in ('WAITING', 'SENT', 'SEEN'))`.as(
        'busy',
      ),
    ])

const held = (db: Queryable) => shown(db).where('a.state', '=', 'CONFIRMED')

export type ShownAnchor = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export async function listAnchors(db: Queryable, { anchorState, chainId, pageNum, pageSize }: AnchorFind) {
  const state = anchorState?.toUpperCase() ?? null
  const fits = sql<boolean>`(${state}::text is null or a.state = ${state}) and (${chainId ?? null}::bigint is null or a.chain_id = ${chainId ?? null})`
  const rows = await shown(db)
    .where(fits)
    .orderBy('a.begunAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('chainAnchor as a')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(fits)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export const findAnchor = (db: Queryable, id: string) => shown(db).where('a.id', '=', id).executeTakeFirst()

/** A chain's newest good anchor, and how many there are of each kind. */
export async function listChains(db: Queryable) {
  const { rows } = await sql<ChainRow>`
    select c.chain_id, c.name, c.name_en, c.mode, c.explorer, c.address, c.balance, c.height, c.checked_at, c.trouble, c.trouble_detail,
      count(a.*) filter (where a.state = 'CONFIRMED')::int as confirmed, count(a.*) filter (where a.state = 'FAILED')::int as failed, count(a.*) filter (where a.state = 'ORPHANED')::int as orphaned,
      min(a.begun_at) filter (where a.state in ('WAITING', 'SENT', 'SEEN')) as open_since, max(a.block_time) filter (where a.state = 'CONFIRMED') as latest_at
    from chain c left join chain_anchor a on a.chain_id = c.chain_id group by c.chain_id order by c.chain_id`.execute(
    db,
  )
  return rows
}

export interface ChainRow {
  chainId: number
  name: string
  nameEn: string | null
  mode: string
  explorer: string | null
  address: string | null
  balance: string | null
  height: number | null
  checkedAt: Date | null
  trouble: ChainTrouble | null
  troubleDetail: string | null
  confirmed: number
  failed: number
  orphaned: number
  openSince: Date | null
  latestAt: Date | null
}

export const newestHeld = (db: Queryable, chainId: number) =>
  held(db).where('a.chainId', '=', chainId).orderBy('a.height', 'desc').limit(1).executeTakeFirst()

/** Of each chain the first anchor that is held for good and covers an entry of the log. */
export const heldOver = (db: Queryable, { shardId, idx }: { shardId: number; idx: number }) =>
  held(db)
    .where('a.shardId', '=', shardId)
    .where('a.size', '>', idx)
    .distinctOn('a.chainId')
    .orderBy('a.chainId')
    .orderBy('a.size')
    .execute()

/** Of each chain the newest anchor that covered an entry of the log until the chain dropped its block. */
export const orphanedOver = (db: Queryable, { shardId, idx }: { shardId: number; idx: number }) =>
  db
    .selectFrom('chainAnchor')
    .select(['chainId', 'height', 'orphanedAt'])
    .where('state', '=', 'ORPHANED')
    .where('shardId', '=', shardId)
    .where('size', '>', idx)
    .distinctOn('chainId')
    .orderBy('chainId')
    .orderBy('orphanedAt', 'desc')
    .execute()

export type OrphanedAnchor = Awaited<ReturnType<typeof orphanedOver>>[number]

/** An anchor that was confirmed, by its transaction's hash or its checkpoint's digest: one that is held for good before one that was dropped, the earliest where several chains hold it. */
export const findConfirmed = (db: Queryable, hash: string) => {
  const bytes = Buffer.from(hash, 'hex')
  return shown(db)
    .where('a.state', 'in', ['CONFIRMED', 'ORPHANED'])
    .where((e) => e.or([e('a.txHash', '=', bytes), e('a.digest', '=', bytes)]))
    .orderBy('a.state')
    .orderBy('a.blockTime')
    .limit(1)
    .executeTakeFirst()
}

export const recordOf = (db: Queryable, id: string) =>
  db.selectFrom('chainAnchor').select(['record', 'note']).where('id', '=', id).executeTakeFirst()

/** How many records chains hold now, and the highest block that has one. */
export async function anchoredNow(db: Queryable): Promise<{ count: number; height: number | null }> {
  const { rows } = await sql<{ count: number; height: number | null }>`
    select count(*)::int as count, max(height)::float8 as height from chain_anchor where state = 'CONFIRMED'`.execute(
    db,
  )
  return rows[0]!
}
