import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passQuestion, type ServiceProcess, startServiceProcess } from '../kit/outside/service-process.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'
import { type AliyunSms, startAliyun } from '../kit/vendors/aliyun.ts'
import { aliyunKey, aliyunSettings, type SettingsFolder, settingsFolder } from '../kit/vendors/settings.ts'
import type { Vendor } from '../kit/vendors/vendor.ts'

let folder: SettingsFolder
let vendor: Vendor<AliyunSms>
let database: TestDatabase
let data: string
let client: pg.Client
let service: ServiceProcess
beforeAll(async () => {
  folder = await settingsFolder()
  vendor = await startAliyun(aliyunKey.accessKeyId, aliyunKey.accessKeySecret)
  database = await createTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'skz-killed-message-'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await service?.end('SIGINT')
  await client.end()
  await database.drop()
  await vendor.close()
  await folder.remove()
  await rm(data, { recursive: true, force: true })
})

const start = async () =>
  startServiceProcess(data, {
    DATABASE_URL: database.url,
    SHIMAKAZE_LOG: 'debug',
    SHIMAKAZE_SMS: 'aliyun',
    SHIMAKAZE_SMS_SETTINGS_FILE: await folder.write('sms.json', aliyunSettings({ endpoint: vendor.endpoint })),
  })
const rows = async () =>
  (
    await client.query<{ state: string; unanswered: number; kept: string }>(
      'select state, unanswered, m::text as kept from message_outbox m',
    )
  ).rows

async function askForCode(phone: string) {
  await fetch(`${service.url}/shimakaze/login/msg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, ...(await passQuestion(service.url)) }),
  })
}

it('a service that is killed while the vendor has the message sends it once more after its restart, with the same id', async () => {
  service = await start()
  vendor.next.push('hang')
  await askForCode('13800002222')
  await expect.poll(() => vendor.taken.length, { timeout: 10_000 }).toBe(1)
  await service.end('SIGKILL')
  expect(await rows()).toMatchObject([{ state: 'sending' }])
  const before = service.said()
  await client.query(`update message_outbox set tried_at = tried_at - interval '61 seconds'`)
  service = await start()
  await expect.poll(rows, { timeout: 30_000 }).toMatchObject([{ state: 'sent', unanswered: 1 }])
  const [first, second, ...others] = vendor.taken
  expect(others).toEqual([])
  expect(second).toEqual(first)
  const { rows: jobs } = await client.query<{ kept: string }>(
    `select j::text as kept from pgboss.job j where name = 'message'`,
  )
  const everything = [before, service.said(), ...(await rows()).map((r) => r.kept), ...jobs.map((j) => j.kept)].join(
    '\n',
  )
  expect(jobs.length).toBeGreaterThan(0)
  expect(everything).not.toContain(first!.params['code'])
  expect(everything).not.toMatch(/13800002222|aliyun-secret-of-the-tests/)
})
