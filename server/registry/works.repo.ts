import { sql } from 'kysely'
import type { AccountTx, Scope } from '../kit/db/db.ts'
import { within } from '../kit/db/within.ts'

/** What was declared of works. */
export const requestsOf = (tx: AccountTx, scope: Scope, ids: string[]) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'request', 'sealedAt'])
    .where(within(scope))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
