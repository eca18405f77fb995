import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'

/** Waits until a transaction of this application waits for another; databases of other files in the same cluster do not count. */
export async function waitForLock({ services }: TestApp): Promise<void> {
  const waiting = sql`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  await expect
    .poll(async () => (await waiting.execute(services.db.system)).rows.length, { timeout: 20_000 })
    .toBeGreaterThan(0)
}
