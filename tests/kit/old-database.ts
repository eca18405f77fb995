import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../server/kit/db/migrate.ts'

const folder = join(import.meta.dirname, '../../server/migrations')
const address = (name: string) => inject('clusterUrl').replace('DATABASE', name)

async function connect(name: string) {
  const client = new pg.Client({ connectionString: address(name) })
  await client.connect()
  return client
}

/** A database with the schema as it was before the migration whose name begins so; `upgrade` brings it to today's. */
export async function openOldDatabase(first: string) {
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = await connect('postgres')
  await admin.query(`create database ${name}`)
  const client = await connect(name)
  await client.query(
    'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp()); grant usage on schema public to shimakaze_app, shimakaze_system',
  )
  for (const file of (await readdir(folder)).toSorted().filter((n) => n < first)) {
    const text = await readFile(join(folder, file), 'utf8')
    await client.query(text)
    await client.query('insert into schema_migration values ($1, $2)', [
      file,
      createHash('sha256').update(text).digest('hex'),
    ])
  }
  return {
    client,
    upgrade: () => migrate(address(name)),
    close: async () => {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
