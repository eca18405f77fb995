import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { openInstallation } from '../../server/app/open-installation.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { createTestBucket, type TestBucket } from '../kit/outside/bucket.ts'
import { makeUploading, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { type ServiceProcess, signIn, startServiceProcess } from '../kit/outside/service-process.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'

let home: string
let bucket: TestBucket
let database: TestDatabase
const services: ServiceProcess[] = []
/** Each machine has its own data folder; database, bucket and keys are one. */
const machine = (name: string) => ({
  SHIMAKAZE_DATA: join(home, name),
  SHIMAKAZE_KEYS: join(home, 'keys'),
  SHIMAKAZE_CAPTURES: '0',
  SHIMAKAZE_LOG: 'silent',
  DATABASE_URL: database.url,
  ...bucket.env,
})

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-two-'))
  bucket = await createTestBucket()
  database = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(services.map((s) => s.end('SIGINT')))
  await database.drop()
  await bucket.remove()
  await rm(home, { recursive: true, force: true })
})

it('two services over one database and one bucket read what a third process stored, also when one of them is killed', async () => {
  const start = async (name: string) => {
    const service = await startServiceProcess(join(home, name), machine(name))
    services.push(service)
    return service
  }
  const first = await start('first')
  const second = await start('second')
  const password = /enterprise\s+19000000001\s+(\S+)/.exec(first.said())?.[1] ?? ''
  const { token } = await signIn(first.url, '19000000001', password)
  const get = (s: ServiceProcess, path: string, headers = {}) =>
    fetch(`${s.url}${path}`, { headers: { 'x-auth-token': token, ...headers } })

  const content = randomBytes(9 * 1024 * 1024)
  const third = await openInstallation(readConfig(machine('third')), { info() {}, warn() {}, error() {} })
  const owner = await third.services.db.system
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'personId')
    .select(['membership.platformId', 'accountId', 'personId'])
    .where('phone', '=', '19000000001')
    .executeTakeFirstOrThrow()
  const record = await makeUploading(third.services, owner)
  await mkdir(join(home, 'out'))
  await sealPrepared(
    third.services,
    third.authority,
    record,
    await prepareFolder(join(home, 'out'), { 'page.bin': content }),
  )
  const file = await third.services.db.system
    .selectFrom('evidenceFile')
    .select('id')
    .where('evidenceId', '=', record.id)
    .executeTakeFirstOrThrow()
  await third.close()

  const path = pathOf(evidenceCalls.fileBytes, { id: file.id })
  const sha256 = createHash('sha256').update(content).digest('hex')
  for (const s of [first, second])
    expect(
      createHash('sha256')
        .update(Buffer.from(await (await get(s, path)).arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256)
  const part = await get(second, path, { range: 'bytes=8388600-8388619' })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(content.subarray(8_388_600, 8_388_620))]).toEqual([
    206,
    true,
  ])

  // Whichever took the job made certificate and package; the other delivers them after the first is gone.
  let packaged = await get(second, pathOf(evidenceCalls.packageBytes, { ano: record.number }))
  while (!packaged.headers.get('content-type')?.includes('zip')) {
    await new Promise((r) => setTimeout(r, 200))
    packaged = await get(second, pathOf(evidenceCalls.packageBytes, { ano: record.number }))
  }
  await first.end('SIGKILL')
  packaged = await get(second, pathOf(evidenceCalls.packageBytes, { ano: record.number }))
  const bytes = Buffer.from(await packaged.arrayBuffer())
  expect(packaged.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
  expect(await readdir(join(home, 'second'))).not.toContain('store')
  expect((await bucket.keys()).filter((k) => k.startsWith('objects/'))).toHaveLength(3)
})

it('a service refuses a bucket of another installation, with words', async () => {
  const other = await createTestDatabase()
  const { openServices } = await import('../../server/app/open-services.ts')
  await bucket.write('shimakaze-store', 'v2 01900000-0000-7000-8000-000000000000\n')
  await expect(
    openServices(
      readConfig({ ...machine('fourth'), DATABASE_URL: other.url }),
      { info() {}, warn() {}, error() {} },
      () => {},
    ),
  ).rejects.toThrow(/store of another installation/)
  await other.drop()
})
