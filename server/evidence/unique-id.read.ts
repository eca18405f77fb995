import { sql } from 'kysely'
import type { AccountTx, Scope } from '../kit/db/db.ts'
import { visibleTo } from '../kit/db/visible-to.ts'

/** What an earlier request under this id made, in order: the first bears the id itself, each further one an id derived from it. */
export const madeUnder = (tx: AccountTx, scope: Scope, uniqueId: string) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'number', 'url', 'request'])
    .where(visibleTo(scope))
    .where((e) =>
      e.or([
        e('uniqueId', '=', uniqueId),
        e(sql<string>`left(unique_id, ${[...uniqueId].length + 1})`, '=', `${uniqueId}#`),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
