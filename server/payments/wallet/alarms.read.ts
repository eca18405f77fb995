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

/** Counts what staff must look at of payments, and have not. */
export async function unclearPayments(db: Queryable): Promise<number> {
  const { n } = await db
    .selectFrom('payTrouble')
    .select(sql<number>`count(*)::int`.as('n'))
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
