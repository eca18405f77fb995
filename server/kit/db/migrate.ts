import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, '../../migrations')
/** Any fixed number: one migration at a time over all processes. */
const lockKey = 7_213_001

interface MigrationFile {
  name: string
  sql: string
  checksum: string
}

export class SchemaError extends Error {}

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((n) => n.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to the newest schema, each file in a transaction of its own. Refuses a landed file that
 * was edited, and a database that a newer program has already migrated.
 */
export async function migrate(adminUrl: string): Promise<string[]> {
  const files = await migrationFiles()
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists schema_migration
      (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())`)
    await client.query(`grant usage on schema public to shimakaze_app, shimakaze_system`)
    const done = new Map<string, string>(
      (await client.query('select name, checksum from schema_migration')).rows.map((r) => [r.name, r.checksum]),
    )
    refuseForeign(files, done)
    const pending = files.filter((f) => !done.has(f.name))
    refuseLate(pending, [...done.keys()])
    for (const file of pending) await apply(client, file)
    return pending.map((f) => f.name)
  } finally {
    await client.end()
  }
}

function refuseForeign(files: MigrationFile[], done: Map<string, string>) {
  for (const [name, checksum] of done) {
    const file = files.find((f) => f.name === name)
    if (!file)
      throw new SchemaError(
        `The database was migrated by a newer version (${name}). Start that version, or restore a backup.`,
      )
    if (file.checksum !== checksum)
      throw new SchemaError(`Migration ${name} was edited after it had been applied. Restore the file as it was.`)
  }
}

/** A migration that comes with a number below one that was applied would run last here, and before it on a new database. */
function refuseLate(pending: MigrationFile[], done: string[]) {
  const newest = done.toSorted().at(-1) ?? ''
  const late = pending.find((f) => f.name < newest)
  if (late)
    throw new SchemaError(
      `Migration ${late.name} comes after ${newest}, which was applied. Give it the next free number.`,
    )
}

async function apply(client: pg.Client, file: MigrationFile) {
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [file.name, file.checksum])
    await client.query('commit')
  } catch (e) {
    await client.query('rollback')
    throw new SchemaError(`Migration ${file.name} failed: ${(e as Error).message}`, { cause: e })
  }
}
