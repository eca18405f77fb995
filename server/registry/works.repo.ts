import { sql } from 'kysely'
import type { AccountTx, Scope } from '../kit/db/db.ts'
import { visibleTo } from '../kit/db/visible-to.ts'

/** What was declared of works. */
export const requestsOf = (tx: AccountTx, scope: Scope, ids: string[]) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'request', 'sealedAt'])
    .where(visibleTo(scope))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
