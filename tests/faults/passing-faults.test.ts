import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { createTestBucket, type TestBucket } from '../kit/outside/bucket.ts'
import { type FixtureSite, startFixtureSite } from '../kit/fixture-site/start.ts'
import { type Meddled, standBefore } from '../kit/outside/meddled.ts'
import { type ServiceProcess, signIn } from '../kit/outside/service-process.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../kit/outside/small-disk.ts'
import { sized } from '../kit/randomness.ts'
import { type ExternalDatabase, startExternalDatabase } from './external-database.ts'
import { type Installation, startApi, startWorkerProcess, type WorkerProcess } from './machines.ts'

const MiB = 1024 * 1024
/** Seconds for which the store refuses, and then for which it hangs. */
const away = sized(8, 60)
const many = sized(3, 100)

interface Row {
  id: string
  ano: string
  status: string
  step: string | null
  certified: boolean
}

describe.runIf(mayMount)('two workers, one of whose disks is full, over a store that refuses and then hangs', () => {
  let home: string
  let site: FixtureSite
  let bucket: TestBucket
  let between: Meddled
  let database: ExternalDatabase
  let disk: SmallDisk
  let api: ServiceProcess
  let token: string
  const workers: WorkerProcess[] = []

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'skz-away-'))
    site = await startFixtureSite()
    bucket = await createTestBucket()
    between = await standBefore(bucket.settings.endpoint!)
    database = await startExternalDatabase(join(home, 'database'))
    disk = mountSmallDisk(900)
    await mkdir(disk.dir)
    const shared: Installation = {
      home,
      env: { ...database.env, ...bucket.env, SHIMAKAZE_S3_ENDPOINT: between.url, SHIMAKAZE_LOG: 'warn' },
    }
    api = await startApi(shared, 'api')
    workers.push(
      await startWorkerProcess({ home, env: { ...shared.env, SHIMAKAZE_DATA: disk.dir } }, 'small'),
      await startWorkerProcess(shared, 'large'),
    )
    token = (await signIn(api.url, '19000000001', /enterprise\s+19000000001\s+(\S+)/.exec(api.said())?.[1] ?? '')).token
  }, 240_000)
  afterAll(async () => {
    between.meddle = () => false
    for (const process of [...workers, api]) await process?.end('SIGINT')
    await database?.stop()
    await between?.close()
    await bucket?.remove()
    await site?.close()
    disk?.remove()
    await rm(home, { recursive: true, force: true })
  })

  async function post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: T }).data
  }
  const rows = async () => (await post<{ list: Row[] }>(pathOf(evidenceCalls.list), { pageSize: 500 })).list
  const start = (name: string) =>
    post(pathOf(webCaptureCalls.start), {
      urls: Array.from({ length: many }, (_, n) => `${site.url}/landing?${name}=${n}`),
    })
  async function allCertified() {
    for (;;) {
      const all = await rows()
      expect(all.filter((r) => r.status === 'failed')).toEqual([])
      if (all.every((r) => r.certified)) return all
      await wait(300)
    }
  }
  const actsOf = async (ano: string) =>
    (await post<{ events: { action: string; details: { reason?: string } }[] }>(pathOf(evidenceCalls.detail), { ano }))
      .events
  const sealedOnce = async (all: Row[]) => {
    for (const { ano } of all)
      expect((await actsOf(ano)).filter(({ action }) => action === 'evidence.sealed')).toHaveLength(1)
  }

  it('lose nothing and do nothing twice: what one cannot keep the other does', { timeout: 3_600_000 }, async () => {
    await disk.fill(100 * MiB)
    await wait(4_000)
    expect(workers[0]!.said()).toContain('jobs that keep any are left to other processes')
    await start('full')
    const all = await allCertified()
    expect(all).toHaveLength(many)
    await sealedOnce(all)
    for (const { ano } of all)
      expect((await actsOf(ano)).filter(({ action }) => action === 'capture.started')).toHaveLength(1)
  })

  it('go on by themselves once the store is back', { timeout: 3_600_000 }, async () => {
    await disk.drain()
    await start('away')
    while (!(await rows()).some((r) => r.status === 'collecting')) await wait(100)
    const refuse = (reply: ServerResponse) => reply.writeHead(503, { 'retry-after': '1' }).end()
    between.meddle = (_, reply) => (refuse(reply), true)
    await wait(away * 1_000)
    // Silent: whoever asks waits.
    between.meddle = () => true
    await wait(away * 1_000)
    const waiting = await rows()
    expect(waiting.filter((r) => r.status === 'failed')).toEqual([])
    expect(waiting.some((r) => r.status === 'queued')).toBe(true)
    between.meddle = () => false
    const all = await allCertified()
    expect(all).toHaveLength(2 * many)
    await sealedOnce(all)
    const back = await Promise.all(all.map(async ({ ano }) => actsOf(ano)))
    expect(
      back.flat().some(({ action, details }) => action === 'capture.requeued' && details.reason === 'part-away'),
    ).toBe(true)
    for (const worker of workers) expect(worker.said()).toContain('bytes can be kept again')
  })
})
