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
