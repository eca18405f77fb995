import { sql } from 'kysely'
import type { PriceFind } from '../../../contract/payments/prices.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

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
