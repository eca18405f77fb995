import type { Spending } from '../../../contract/payments/statements.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './spending.repo.ts'

/** What the account spent in so many calendar months, this one counted. */
export const spending = ({ db }: Services, caller: Caller, count: number): Promise<Spending> =>
  db.forAccount(caller, async (tx) => {
    const rows = await repo.spentByMonth(tx, caller.accountId, count)
    const people = await repo.spentByPerson(tx, caller.accountId, count)
    const months = (await repo.monthsUntilNow(tx, count)).map((month) => {
      const products = rows
        .filter((row) => row.month === month && row.spent > 0)
        .map(({ product, spent }) => ({ product, spent }))
      return { month, spent: sumOf(products), products }
    })
    return { total: sumOf(rows), months, products: byProduct(rows), people }
  })

const sumOf = (rows: readonly { spent: number }[]) => rows.reduce((sum, { spent }) => sum + spent, 0)

function byProduct(rows: readonly { product: string; spent: number; count: number }[]) {
  const names = [...new Set(rows.map(({ product }) => product))]
  const sums = names.map((product) => {
    const own = rows.filter((row) => row.product === product)
    return { product, spent: sumOf(own), count: own.reduce((sum, { count }) => sum + count, 0) }
  })
  return sums.toSorted((a, b) => b.spent - a.spent)
}
