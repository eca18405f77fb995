import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '../../server/kit/db/db.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty, migrated database of its own for one test file; its clock stands still where an instant is given. */
export async function createTestDatabase(clock?: Date): Promise<TestDatabase> {
  const name = `t_${process.pid}_${randomBytes(6).toString('hex')}`
  const at = (database: string) => inject('clusterUrl').replace('DATABASE', database)
  await asAdmin(at('postgres'), `create database ${name} template template_shimakaze strategy file_copy`)
  if (clock) await asAdmin(at(name), `alter database ${name} set app.clock = '${clock.toISOString()}'`)
  return { url: at(name), drop: () => asAdmin(at('postgres'), `drop database ${name} with (force)`) }
}

async function asAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Waits until a transaction of this application waits for another. */
export const waitForLock = (t: { services: { db: Database } }): Promise<void> => waitForLocks(t, 1)

/** Waits until so many do; databases of other files in the same cluster do not count. */
export async function waitForLocks({ services }: { services: { db: Database } }, count: number): Promise<void> {
  const waiting = sql`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  await expect
    .poll(async () => (await waiting.execute(services.db.system)).rows.length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count)
}
