import pg from 'pg'
import type { TestApp } from '../build-test-app.ts'
import { waitForLocks } from '../test-database.ts'

/** Does these while somebody holds a row, each once the one before waits for it; they go on in that order. */
export async function inLine<T>(
  t: TestApp,
  { table, id, by = 'id' }: { table: string; id: string; by?: string },
  acts: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const under: Promise<T>[] = []
  const holder = new pg.Client({ connectionString: t.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from ${table} where ${by} = $1 for update`, [id])
    for (const act of acts) {
      under.push(act())
      await waitForLocks(t, under.length)
    }
  } finally {
    await holder.end()
  }
  return Promise.all(under)
}
