import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** Accounts whose books do not agree, and which spend nothing. */
export async function stoppedWallets(db: Queryable): Promise<number> {
  const { n } = await db
    .selectFrom('wallet')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('stoppedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Orders that were paid in a way that staff must look at, and have not. */
export async function unclearPayments(db: Queryable): Promise<number> {
  const { n } = await db
    .selectFrom('payOrder')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('trouble', 'is not', null)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Days whose bills do not agree with what stands here, and which nobody of staff has looked at. */
export async function differingBills(db: Queryable): Promise<number> {
  const { n } = await db
    .selectFrom('reconciliation')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', '=', 'differs')
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
