import { sql } from 'kysely'
import type { AccountTx, Database, Scope } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import { slotsOfEach } from '../../kit/work/slots.ts'

/** Milliseconds that one statement of a search may take. */
const patience = 5_000

/** Searches of one account at once: comparing many pages keeps a connection, and others need theirs. */
const inTurn = slotsOfEach(2)

/** Searches by a word. One that takes too long is refused with what to do about it. */
export const boundedSearch = <T>(
  db: Database,
  scope: Scope,
  search: (tx: AccountTx) => Promise<T>,
  most = patience,
): Promise<T> =>
  inTurn(scope.accountId, () =>
    db
      .forAccount(scope, async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(most)}`.execute(tx)
        return search(tx)
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === canceled) throw badFields({ path: 'keyWord', key: 'searchTooLong' })
        throw error
      }),
  )

/** As PostgreSQL calls what it ended. */
const canceled = '57014'
