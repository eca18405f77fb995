import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '../kit/db/embedded.ts'
import { migrate } from '../kit/db/migrate.ts'
import { ensureRoles } from '../kit/db/roles.ts'

// Writes server/kit/db/schema.ts from the migrations; with --check, fails where the file is stale.
const target = join(import.meta.dirname, '../kit/db/schema.ts')
const dir = await mkdtemp(join(tmpdir(), 'skz-types-'))
const cluster = await joinCluster({ dir, fsync: false })
try {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database types')
  await admin.end()
  await ensureRoles(cluster.url('types'), 'shimakaze_owner')
  await migrate(cluster.url('types'))
  const out = join(dir, 'schema.ts')
  const args = [
    '--dialect',
    'postgres',
    '--url',
    cluster.url('types'),
    '--out-file',
    out,
    '--camel-case',
    '--numeric-parser',
    'number',
  ]
  const ran = spawnSync('kysely-codegen', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (ran.status !== 0) throw new Error('kysely-codegen failed')
  const made = (await readFile(out, 'utf8')).replace(
    /ColumnType<string, bigint \| number \| string, bigint \| number \| string>/g,
    'ColumnType<number>',
  )
  if (!process.argv.includes('--check')) await writeFile(target, made)
  else if (made !== (await readFile(target, 'utf8'))) {
    console.error('server/kit/db/schema.ts is stale: npm run db:types')
    process.exitCode = 1
  }
} finally {
  await cluster.leave()
  await rm(dir, { recursive: true, force: true })
}
