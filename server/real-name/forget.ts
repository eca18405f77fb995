import { sql } from 'kysely'
import type { Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { eraseOf } from './erase.ts'

/**
 * Whoever leaves the platform is verified no more, and neither are the accounts that end with them. Not even masks stay; what they
 * agreed to and when does, as proof that it was lawful. Evidence keeps what its statement says.
 */
export async function forgetPerson(tx: Tx, personId: string, accounts: string[]) {
  await tx
    .updateTable('consent')
    .set({ withdrawnAt: now })
    .where('personId', '=', personId)
    .where('withdrawnAt', 'is', null)
    .execute()
  await eraseOf(tx, personId, ['documents', 'alipay', 'licence'])
  await tx.deleteFrom('realNamePhoto').where('personId', '=', personId).execute()
  await sql`update real_name set sealed = null, lookup = null, name_masked = '', number_masked = '', company = null, credit_code = null, note = null, vendor_id = null,
      status = case when status in ('PENDING', 'REVIEWING', 'PASS') then 'WITHDRAWN' else status end
    where person_id = ${personId} or (kind = 'ENTERPRISE' and account_id = any(${accounts}::uuid[]))`.execute(tx)
}
