import { sql } from 'kysely'
import type { PriceFind, Tier } from '../../../contract/payments/prices.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'

const columns = ['price.id', 'price.product', 'price.tiers', 'price.partialPercent', 'price.beginsAt'] as const

/** The prices that hold now, one of a product. */
export const currentPrices = (db: Queryable, platformId: string) =>
  db
    .selectFrom('price')
    .select(columns)
    .distinctOn('product')
    .where('platformId', '=', platformId)
    .where('beginsAt', '<=', now)
    .orderBy('product')
    .orderBy('beginsAt', 'desc')
    .execute()
export type PriceRecord = Awaited<ReturnType<typeof currentPrices>>[number]

const state = sql<'past' | 'current' | 'future'>`case
  when price.begins_at > app_now() then 'future'
  when exists (select from price later where later.platform_id = price.platform_id and later.product = price.product and later.begins_at > price.begins_at and later.begins_at <= app_now()) then 'past'
  else 'current' end`

export function listVersions(db: Queryable, platformId: string, find: PriceFind) {
  let some = db.selectFrom('price').where('price.platformId', '=', platformId)
  if (find.product) some = some.where('price.product', '=', find.product)
  if (find.state) some = some.where(state, '=', find.state)
  return listPage(
    db,
    some,
    (q) => q.select([...columns, 'price.note', 'price.personName', 'price.createdAt', state.as('state')]),
    find,
    { id: 'price.id', effectiveAt: 'price.begins_at', createdAt: 'price.created_at' },
  )
}

export async function isPast(db: Queryable, at: string): Promise<boolean> {
  const { rows } = await sql<{ isPast: boolean }>`select ${at}::timestamptz < app_now() as is_past`.execute(db)
  return rows[0]!.isPast
}

/** Whether another price of a product begins at the same instant. */
export const isTaken = async (db: Queryable, platformId: string, product: string, beginsAt: string): Promise<boolean> =>
  (await db
    .selectFrom('price')
    .select('id')
    .where('platformId', '=', platformId)
    .where('product', '=', product)
    .where('beginsAt', '=', new Date(beginsAt))
    .executeTakeFirst()) !== undefined

interface NewPrice {
  id: string
  platformId: string
  product: string
  tiers: readonly Tier[]
  partialPercent: number
  /** Now where it is null. */
  effectiveAt: string | null
  note: string
  personId: string
  personName: string
}

/** False where another one begins at the same instant. */
export async function insertPrice(tx: Tx, { tiers, effectiveAt, ...row }: NewPrice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('price')
    .values({
      ...row,
      tiers: JSON.stringify(tiers) as unknown as Json,
      beginsAt: effectiveAt ? new Date(effectiveAt) : now,
    })
    .onConflict((c) => c.columns(['platformId', 'product', 'beginsAt']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
