import { formatMoney } from '../../../contract/kit/money.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { pricesNow } from './prices-now.ts'
import { amountOf } from './quote.ts'

/** What taking out a package of an account costs now, in words, and which of these are not paid for; undefined where it costs nothing. */
export async function unpaidDownloads(db: Queryable, platformId: string, evidenceIds: readonly string[]) {
  const price = (await pricesNow(db, platformId)).find(({ product }) => product === 'download')
  const one = price ? amountOf(price.tiers, 1) : 0
  if (one === 0 || !evidenceIds.length) return undefined
  const paid = await paidDownloads(db, evidenceIds)
  return { wanted: formatMoney(one), ids: new Set(evidenceIds.filter((id) => !paid.has(id))) }
}

/** Those of these whose package was paid for, whatever it cost: it is had as often as wanted. */
export async function paidDownloads(db: Queryable, evidenceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!evidenceIds.length) return new Set()
  const paid = await db
    .selectFrom('charge')
    .select('subjectId')
    .where('subjectId', 'in', evidenceIds)
    .where('product', '=', 'download')
    .where('state', '<>', 'released')
    .execute()
  return new Set(paid.map(({ subjectId }) => subjectId))
}
