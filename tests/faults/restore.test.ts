import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import { issueCertificate } from '../../server/certificates/certificates.jobs.ts'
import { type Installation, openInstallation } from '../../server/app/open-installation.ts'
import { startWorker } from '../../server/app/worker.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { newId } from '../../server/kit/ids.ts'
import { checkStore } from '../../server/kit/storage/check-store.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { clientThere, runClient } from '../kit/outside/postgres-tools.ts'
import { runProgram } from '../kit/outside/programs.ts'
import { sized } from '../kit/randomness.ts'
import { judge, makeOwner, makeUploading, type Owner, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { answerOf, spawnService } from '../kit/outside/service-process.ts'
import { runTool } from '../kit/outside/tools.ts'
import { type ExternalDatabase, startExternalDatabase, superuser } from './external-database.ts'

const silent = { info() {}, warn() {}, error() {} }
const many = sized(8, 300)
let home: string
const at = (...names: string[]) => join(home, ...names)
const databases: ExternalDatabase[] = []

const settings = (data: string, database: ExternalDatabase) => ({
  SHIMAKAZE_MODE: 'production',
  SHIMAKAZE_DATA: at(data),
  SHIMAKAZE_KEYS: at(data, 'keys'),
  SHIMAKAZE_KEYS_PASSPHRASE_FILE: at('keys.secret'),
  SHIMAKAZE_CLOCK_SOURCE: 'GNSS receiver',
  SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com',
  SHIMAKAZE_LOG: 'silent',
  SHIMAKAZE_CAPTURES: '0',
  ...database.env,
})

async function external(name: string, options = {}) {
  const database = await startExternalDatabase(at(name), options)
  databases.push(database)
  return database
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-restore-'))
  for (const name of ['keys', 'root'])
    writeFileSync(at(`${name}.secret`), `the passphrase of the ${name}\n`, { mode: 0o600 })
})
afterAll(async () => {
  for (const database of databases) await database.stop()
  await rm(home, { recursive: true, force: true })
})

/** A production platform over an external database, with keys of a ceremony. */
async function platformOn(database: ExternalDatabase): Promise<Installation> {
  const env = settings('data', database)
  await mkdir(at('data'), { mode: 0o700 })
  expect(
    await runProgram('ceremony', [
      'create',
      '--keys',
      at('data/keys'),
      '--offline',
      at('offline'),
      '--name',
      'Example Notary',
      '--passphrase-file',
      at('keys.secret'),
      '--root-passphrase-file',
      at('root.secret'),
    ]),
  ).toMatchObject({ code: 0 })
  expect(
    await runProgram('admin', ['set-platform', '--zh', '示例公证处', '--host', 'evidence.example.com'], env),
  ).toMatchObject({ code: 0 })
  return openInstallation(readConfig(env), silent)
}

/** The keys' folder holds a link of its own: only a copy of links as links can be moved. */
function copy(from: string, names: string[], to: string) {
  mkdirSync(at(to), { recursive: true })
  expect(runTool('cp', ['-a', ...names, at(to)], at(from))).toEqual({ ok: true, text: '' })
}

let folders = 0
/** One evidence of three files, one of which all share, acknowledged when this resolves. */
async function collect({ services, authority }: Installation, owner: Owner): Promise<string> {
  const dir = at(`out-${++folders}`)
  await mkdir(dir)
  const record = await makeUploading(services, owner)
  await sealPrepared(
    services,
    authority,
    record,
    await prepareFolder(dir, {
      'page.bin': randomBytes(60_000),
      'shared.txt': 'the same in all',
      'log.txt': randomBytes(50),
    }),
  )
  await rm(dir, { recursive: true })
  return record.id
}

/** As it is written for whoever restores: the log goes on under another key. */
async function renew(name: string) {
  expect(
    await runProgram('ceremony', [
      'renew',
      '--keys',
      at(`${name}/keys`),
      '--offline',
      at('offline'),
      '--passphrase-file',
      at('keys.secret'),
      '--root-passphrase-file',
      at('root.secret'),
    ]),
  ).toMatchObject({ code: 0 })
}

const uncertified = ({ services }: Installation) =>
  services.db.system
    .selectFrom('evidence')
    .select('id')
    .where('status', '=', 'collected')
    .where('certifiedAt', 'is', null)
    .execute()

/** What a database that was restored says of each evidence holds, by files, package and certificate. */
async function verifyAll(there: Installation) {
  // A job that was under way at the dump has no worker any more; it is repeated here at once instead of after its expiry.
  await sequenceLog(there.services, there.authority, whenLogged(there.services))
  for (const { id } of await uncertified(there))
    await issueCertificate(
      { services: there.services, authority: there.authority, workDir: at('work') },
      { jobId: newId(), id },
    )
  const { db, store } = there.services
  const all = await db.system
    .selectFrom('evidence')
    .select(['id', 'number', 'packageSha256', 'certificateSha256'])
    .where('status', '=', 'collected')
    .execute()
  for (const e of all) {
    expect(await judge(there.services, e.id)).toEqual({ status: 'collected', files: 3, wrong: [] })
    const packaged = at('package.asice')
    await writeFile(packaged, store.open(e.packageSha256!.toString('hex')))
    expect(
      runTool(process.execPath, [
        join(import.meta.dirname, '../../server/bin/verify.ts'),
        packaged,
        '--trust',
        at('offline/root.cert.pem'),
      ]),
    ).toEqual({ ok: true, text: expect.any(String) })
    const certificate = await verifyCertificate(
      new Blob(await store.open(e.certificateSha256!.toString('hex')).toArray()),
      { anchors: [readFileSync(at('offline/root.cert.pem'), 'utf8')] },
    )
    // On its own a certificate is at best incomplete: the evidence is not at hand.
    expect([certificate.verdict, certificate.facts.filter((f) => f.status === 'failed')]).toEqual(['incomplete', []])
  }
  return new Set(all.map((e) => e.id))
}

describe.runIf(clientThere())('a backup that was made while evidence was taken in', () => {
  it(
    'of the database first and the files after brings back, elsewhere, every evidence that the dump names',
    { timeout: 3_600_000 },
    async () => {
      const first = await external('first')
      const here = await platformOn(first)
      const owner = await makeOwner(here.services, here.platform.id)
      const worker = await startWorker(here.services, here.authority, silent, { captures: 0 })
      const before: string[] = []
      for (let i = 0; i < many; i++) before.push(await collect(here, owner))
      while ((await uncertified(here)).length) await wait(100)
      copy('data', ['store/objects', 'store/shimakaze-store'], 'early/store')
      await here.services.store.put(Readable.from(['a preview that nobody kept']))

      let over = false
      const meanwhile: string[] = []
      const working = (async () => {
        while (!over) {
          meanwhile.push(await collect(here, owner))
          await wait(50)
        }
      })()
      const until = async (n: number) => {
        while (meanwhile.length < n) await wait(20)
      }
      await until(2)
      const acknowledged = [...before, ...meanwhile]
      await runClient('pg_dump', ['--format=custom', `--file=${at('shimakaze.dump')}`, first.env.DATABASE_ADMIN_URL])
      await until(meanwhile.length + 3)
      await runClient('pg_basebackup', [
        `--pgdata=${at('second/pgdata')}`,
        '--checkpoint=fast',
        '--manifest-checksums=SHA256',
        `--dbname=${first.as(superuser, 'postgres')}`,
      ])
      await until(meanwhile.length + 3)
      copy('data', ['store/objects', 'store/shimakaze-store', 'store/marks'], 'backup/store')
      copy('data', ['keys'], 'backup')
      await until(meanwhile.length + 3)
      over = true
      await working
      await worker.stop()
      await here.close()
      await first.stop()
      await rename(at('data'), at('lost'))

      // The dump, into a new server: roles first, by the one who owns the database.
      const third = await external('third')
      const { DATABASE_ADMIN_URL } = third.env
      await runClient('psql', [
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        'create role shimakaze_app nologin',
        '-c',
        'create role shimakaze_system nologin',
        DATABASE_ADMIN_URL,
      ])
      await runClient('pg_restore', [
        '--exit-on-error',
        '--single-transaction',
        `--dbname=${DATABASE_ADMIN_URL}`,
        at('shimakaze.dump'),
      ])
      // In the other order the files lack what the dump names, and the check says of which evidence.
      expect(await runProgram('admin', ['check-store'], settings('early', third))).toMatchObject({
        code: 1,
        text: expect.stringMatching(
          /missing {2}[0-9a-f]{64} {2}of evidence \d{18}[^]*restore those objects from a backup/,
        ),
      })
      copy('backup', ['.'], 'restored')
      // The key of the log has signed more than the dump knows: it signs nothing here.
      const older = await openInstallation(readConfig(settings('restored', third)), silent)
      await expect(sequenceLog(older.services, older.authority, whenLogged(older.services))).rejects.toThrow(
        'log-behind',
      )
      await older.close()
      await renew('restored')
      const service = await spawnService({ ...settings('restored', third), HOST: '127.0.0.1' })
      expect(await (await answerOf(service, '/readyz', (r) => r.ok)).json()).toMatchObject({
        ready: true,
        storage: 'ready',
      })
      await service.end('SIGINT')
      const checked = await runProgram('admin', ['check-store', '--read'], settings('restored', third))
      expect(checked).toMatchObject({ code: 0, text: expect.stringMatching(/0 missing, 0 altered, every byte read/) })
      const orphans = Number(/(\d+) objects that the database did not know/.exec(checked.text)?.[1])
      expect(orphans).toBeGreaterThan(6)
      await runClient('pg_amcheck', [
        '--install-missing',
        '--heapallindexed',
        '--no-strict-names',
        `--database=shimakaze`,
        `--maintenance-db=${third.as(superuser)}`,
        '--host',
        new URL(third.as(superuser)).searchParams.get('host')!,
        '--username',
        superuser,
      ])

      const there = await openInstallation(readConfig(settings('restored', third)), silent)
      const standing = await verifyAll(there)
      expect(acknowledged.filter((id) => !standing.has(id))).toEqual([])
      expect(standing.size).toBeLessThan(before.length + meanwhile.length)
      // What came after the dump was kept for nobody, and goes like all else that nothing references.
      const { objects } = await collectObjects(there.services.db, there.services.store, 0)
      expect(objects).toBeGreaterThanOrEqual(orphans)
      const left = (await readdir(at('restored/store/objects'), { recursive: true })).filter((n) =>
        n.includes('/'),
      ).length
      expect((await there.services.db.system.selectFrom('storedObject').select('sha256').execute()).length).toBe(left)
      expect(await checkStore(there.services.db, there.services.store, true)).toMatchObject({
        missing: [],
        altered: [],
        unknown: 0,
      })
      await there.close()

      // The whole server, as a copy of its folder made by the server itself.
      await runClient('pg_verifybackup', ['--no-parse-wal', at('second/pgdata')])
      const second = await external('second', { restored: true })
      copy('backup', ['.'], 'whole')
      await renew('whole')
      const whole = await openInstallation(readConfig(settings('whole', second)), silent)
      const copied = await verifyAll(whole)
      expect(acknowledged.filter((id) => !copied.has(id))).toEqual([])
      expect(copied.size).toBeGreaterThan(standing.size)
      await whole.close()
      console.log(
        `  ${JSON.stringify({ acknowledged: acknowledged.length, meanwhile: meanwhile.length, restored: standing.size, copied: copied.size, orphans })}`,
      )
    },
  )
})
