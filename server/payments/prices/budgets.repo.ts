import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** Fen that somebody may still spend of an account in this calendar month of Asia/Shanghai, and may in all; undefined where nothing bounds them. */
export async function budgetOf(db: Queryable, { accountId, personId }: { accountId: string; personId: string }) {
  const found = await db
    .selectFrom('membership')
    .select(['budget', sql<number>`spent_this_month(account_id, person_id)`.as('spent')])
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('budget', 'is not', null)
    .executeTakeFirst()
  return found && { limit: found.budget!, left: Math.max(0, found.budget! - found.spent) }
}
