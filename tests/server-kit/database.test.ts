import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { joinCluster } from '../../server/kit/db/embedded.ts'
import { migrate } from '../../server/kit/db/migrate.ts'
import { createTestDatabase } from '../kit/test-database.ts'

let dir: string
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'skz-db-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const silent = { info() {}, warn() {}, error() {} }

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = async () => Number((await readFile(join(dir, 'pgdata/postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded cluster', () => {
  it('is shared: the second joins the first’s, and the last one out stops it', async () => {
    const first = await joinCluster({ dir, fsync: false })
    const pid = await postmasterPid()
    const second = await joinCluster({ dir, fsync: false })
    expect(await postmasterPid()).toBe(pid)
    await first.leave()
    expect(await ask(second.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await second.leave()
    await expect(readFile(join(dir, 'pgdata/postmaster.pid'))).rejects.toThrow()
  })

  it('is taken over from a process that was killed, with everything it had committed', async () => {
    const script = `const { joinCluster } = await import(${JSON.stringify(join(import.meta.dirname, '../../server/kit/db/embedded.ts'))})
      const { default: pg } = await import('pg')
      const c = await joinCluster({ dir: ${JSON.stringify(dir)} }); const client = new pg.Client({ connectionString: c.url('postgres') })
      await client.connect(); await client.query('create table kept (n int)'); await client.query('insert into kept values (7)'); console.log('ready'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: join(import.meta.dirname, '../..'),
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await joinCluster({ dir })
    expect(await ask(next.url('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
    await next.leave()
  })

  it('recovers when the database itself was killed', async () => {
    const first = await joinCluster({ dir })
    await ask(first.url('postgres'), 'create table kept as select 8 as n')
    process.kill(await postmasterPid(), 'SIGKILL')
    const next = await joinCluster({ dir })
    expect(await ask(next.url('postgres'), 'select n from kept')).toEqual([{ n: 8 }])
    await next.leave()
    await first.leave()
  })
})

describe('an external server', () => {
  it('serves by DATABASE_URL alone: roles, schema and jobs are made, and a second start changes nothing', async () => {
    const url = inject('clusterUrl').replace('DATABASE', 'postgres')
    await ask(url, 'create database external_one')
    const config = readConfig({
      SHIMAKAZE_DATA: dir,
      DATABASE_URL: inject('clusterUrl').replace('DATABASE', 'external_one'),
    })
    for (const round of [1, 2]) {
      const opened = await openServices(config, silent, () => {})
      await opened.services.db.ping()
      expect(await opened.services.db.system.selectFrom('platform').select('id').execute()).toHaveLength(0)
      await opened.close()
      expect(round).toBeGreaterThan(0)
    }
    await ask(url, 'drop database external_one with (force)')
  })
})

describe('migrations', () => {
  it('run once however many processes start at the same time', async () => {
    const url = inject('clusterUrl')
    await ask(url.replace('DATABASE', 'postgres'), 'create database racing')
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url.replace('DATABASE', 'racing'))))
    expect(applied.filter((a) => a.length > 0)).toHaveLength(1)
    await ask(url.replace('DATABASE', 'postgres'), 'drop database racing with (force)')
  })

  it('refuse one that comes late with a number below those that were applied', async () => {
    const database = await createTestDatabase()
    await ask(database.url, `delete from schema_migration where name = '0002-accounts.sql'`)
    await expect(migrate(database.url)).rejects.toThrow(/0002-accounts.sql comes after \d{4}-.*next free number/)
    await database.drop()
  })

  it('refuse a landed file that was edited, and a database that a newer version has migrated', async () => {
    const database = await createTestDatabase()
    await ask(database.url, `update schema_migration set checksum = 'x' where name = '0001-kit.sql'`)
    await expect(migrate(database.url)).rejects.toThrow(/was edited after it had been applied/)
    await ask(database.url, `insert into schema_migration values ('9999-future.sql', 'y')`)
    await ask(database.url, `delete from schema_migration where name = '0001-kit.sql'`)
    await expect(migrate(database.url)).rejects.toThrow(/newer version/)
    await database.drop()
  })
})

it('stops the start on a setting that nobody knows', () => {
  expect(() => readConfig({ SHIMAKAZE_DATAA: 'x' })).toThrow(/Unknown setting SHIMAKAZE_DATAA/)
  expect(() => readConfig({ PORT: '99999' })).toThrow(/PORT/)
  expect(() => readConfig({ SHIMAKAZE_TRUSTED_PROXIES: '10.0.0.0/8,proxy.local' })).toThrow(/SHIMAKAZE_TRUSTED_PROXIES/)
  expect(() => readConfig({ SHIMAKAZE_CLOCK_SOURCE: '\n' })).toThrow(/SHIMAKAZE_CLOCK_SOURCE/)
  expect(() => readConfig({ SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'http://example.com' })).toThrow(
    /https/,
  )
})

describe('settings of a bucket', () => {
  const bucket = {
    SHIMAKAZE_S3_ENDPOINT: 'http://127.0.0.1:9000',
    SHIMAKAZE_S3_BUCKET: 'evidence',
    SHIMAKAZE_S3_ACCESS_KEY: 'key',
    SHIMAKAZE_S3_SECRET_KEY: 'secret',
  }

  it('are all given or none, and the start says what is missing', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig(bucket).s3).toMatchObject({ bucket: 'evidence', region: 'us-east-1', forcePathStyle: true })
    for (const name of Object.keys(bucket) as (keyof typeof bucket)[]) {
      const { [name]: _, ...rest } = bucket
      expect(() => readConfig(rest)).toThrow(name)
    }
    expect(() => readConfig({ SHIMAKAZE_S3_FORCE_PATH_STYLE: 'true' })).toThrow(/SHIMAKAZE_S3_BUCKET.*or none/)
    expect(() => readConfig({ ...bucket, SHIMAKAZE_S3_SECRET_KEY_FILE: '/x' })).toThrow(/Give one of them/)
  })

  it('lead to AWS by region alone, and in production never over plain http to another machine', () => {
    const { SHIMAKAZE_S3_ENDPOINT: _, ...aws } = bucket
    expect(readConfig({ ...aws, SHIMAKAZE_S3_REGION: 'eu-central-1' }).s3).toMatchObject({
      endpoint: undefined,
      forcePathStyle: false,
    })
    const production = { ...bucket, SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com' }
    expect(() => readConfig({ ...production, SHIMAKAZE_S3_ENDPOINT: 'http://10.0.0.1:9000' })).toThrow(/must be https/)
    expect(readConfig(production).s3?.endpoint).toBe('http://127.0.0.1:9000')
  })
})
