import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { faultOf, noteOwnFault } from '../passing-faults.ts'
import { databaseRoles, type DatabaseRole } from './roles.ts'
import type { DB } from './schema.ts'

// int8 columns here are sizes and counters, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

declare const transactional: unique symbol
declare const account: unique symbol

/** A transaction; distinct from the pool, so that a function that must run inside one cannot be given the pool. */
export type Tx = Transaction<DB> & { readonly [transactional]: true }
/** A transaction that sees one account's rows only. */
export type AccountTx = Tx & { readonly [account]: true }

export type Queryable = Kysely<DB>

/** What a transaction may see: one account's rows, or of those that belong to persons only one person's. */
export interface Scope {
  readonly accountId: string
  readonly onlyPersonId?: string | undefined
  /** Whose own messages and choices it may see; without one, nobody's. */
  readonly personId?: string | undefined
}

/** The database as the rest of the program sees it. */
export interface Database {
  /** Runs for one account, or one person in it, under row-level security. */
  forAccount<T>(scope: Scope, work: (tx: AccountTx) => Promise<T>): Promise<T>
  /** Runs above accounts: sign-in, jobs, public check. Only named functions take it. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One-statement reads above accounts. */
  readonly system: Queryable
  ping(): Promise<void>
  close(): Promise<void>
}

function openPool(url: string, role: DatabaseRole, max: number): Kysely<DB> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Storage of today reads a page anywhere about as fast as the next one; the default of 4 makes counts scan whole tables.
    options: `-c role=${databaseRoles[role]} -c random_page_cost=1.1 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000`,
    application_name: `shimakaze:${role}`,
  })
  // A connection that the server ends, idle or in a transaction, would otherwise end this process; whoever waits for an answer is told.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', noteOwnFault))
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: () => pool.connect().catch(tellUnreached), end: () => pool.end() },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** By the code that PostgreSQL has for it, for elsewhere the same error may be of anybody. */
function tellUnreached(error: unknown): never {
  if (!faultOf(error)) throw error
  throw Object.assign(new Error('the database cannot be reached', { cause: error }), { code: '08001' })
}

export function openDatabase(url: string, { max = 10 } = {}): Database {
  const app = openPool(url, 'app', max)
  const system = openPool(url, 'system', max)
  return {
    system,
    forAccount: ({ accountId, onlyPersonId, personId }, work) =>
      app.transaction().execute(async (tx) => {
        await sql`select set_config('app.account', ${accountId}, true), set_config('app.person', ${onlyPersonId ?? ''}, true), set_config('app.reader', ${personId ?? ''}, true)`.execute(
          tx,
        )
        return work(tx as AccountTx)
      }),
    asSystem: (work) => system.transaction().execute((tx) => work(tx as Tx)),
    async ping() {
      await sql`select 1`.execute(system)
    },
    async close() {
      await Promise.all([app.destroy(), system.destroy()])
    },
  }
}

/** True where PostgreSQL refused a row because of the named unique constraint or index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const e = error as { code?: string; constraint?: string }
  return e?.code === '23505' && e.constraint === constraint
}
