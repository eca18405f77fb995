import { sql } from 'kysely'
import type { StampPolicy } from '../../contract/operator/accounts.ts'
import type { Queryable } from '../kit/db/db.ts'

/** Whether third parties stamp an account's evidence; whoever acts for one account learns of no other. */
export async function stampPolicy(db: Queryable, accountId: string): Promise<StampPolicy> {
  const { rows } = await sql<{ policy: StampPolicy }>`select stamp_policy(${accountId}) as policy`.execute(db)
  return rows[0]!.policy
}
