import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { type LiveEvent, liveCalls } from '../../contract/platform/live.ts'
import { createTestBucket, type TestBucket } from '../kit/outside/bucket.ts'
import { type FixtureSite, startFixtureSite } from '../kit/fixture-site/start.ts'
import { runProgram } from '../kit/outside/programs.ts'
import { sized } from '../kit/randomness.ts'
import { type ServiceProcess, signIn } from '../kit/outside/service-process.ts'
import { runTool } from '../kit/outside/tools.ts'
import { type ExternalDatabase, startExternalDatabase } from './external-database.ts'
import { type Installation, startApi, startWorkerProcess, type WorkerProcess } from './machines.ts'

let home: string
let site: FixtureSite
let bucket: TestBucket
let database: ExternalDatabase
let shared: Installation
const apis: ServiceProcess[] = []
const workers: WorkerProcess[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-machines-'))
  site = await startFixtureSite()
  bucket = await createTestBucket()
  database = await startExternalDatabase(join(home, 'database'))
  shared = { home, env: { ...database.env, ...bucket.env } }
})
afterAll(async () => {
  for (const process of [...workers, ...apis]) await process.end('SIGINT')
  await database.stop()
  await bucket.remove()
  await site.close()
  await rm(home, { recursive: true, force: true })
})

interface Row {
  id: string
  ano: string
  status: string
  step: string | null
  certified: boolean
}

/** What an account's consoles are told by one process. */
async function follow(api: ServiceProcess, token: string): Promise<LiveEvent[]> {
  const told: LiveEvent[] = []
  const response = await fetch(`${api.url}${pathOf(liveCalls.stream)}`, { headers: { 'x-auth-token': token } })
  void (async () => {
    let text = ''
    for await (const piece of response.body! as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      const lines = text.split('\n')
      text = lines.pop()!
      for (const line of lines)
        if (line.startsWith('data: ') && line !== 'data: {}') told.push(JSON.parse(line.slice(6)) as LiveEvent)
    }
  })().catch(() => {})
  return told
}

it(
  'two services and two workers over one database and one bucket: either worker takes what either service was asked, also when one is killed',
  { timeout: 600_000 },
  async () => {
    apis.push(await startApi(shared, 'api-1'))
    const password = /enterprise\s+19000000001\s+(\S+)/.exec(apis[0]!.said())?.[1] ?? ''
    apis.push(await startApi(shared, 'api-2'))
    for (const name of ['worker-1', 'worker-2']) workers.push(await startWorkerProcess(shared, name))
    const { token } = await signIn(apis[1]!.url, '19000000001', password)
    const told = await Promise.all(apis.map((api) => follow(api, token)))
    const post = async <T>(api: ServiceProcess, path: string, body: object) =>
      (
        (await (
          await fetch(`${api.url}${path}`, {
            method: 'POST',
            headers: { 'x-auth-token': token, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json()) as { data: T }
      ).data
    const rows = async (api = apis[1]!) =>
      (await post<{ list: Row[] }>(api, pathOf(evidenceCalls.list), { pageSize: 100 })).list
    const start = (api: ServiceProcess, path: string, delaySeconds = 0) =>
      post(api, pathOf(webCaptureCalls.start), { urls: [`${site.url}${path}`], delaySeconds })

    // Both workers hold one capture each; one of them dies with it.
    for (const [i, api] of apis.entries()) await start(api, `/landing?held=${i}`, 6)
    while ((await rows()).filter((r) => r.step === 'settle').length < 2) await wait(100)
    const busy = await Promise.all(workers.map((w) => readdir(join(home, w.name, 'work'))))
    expect(busy.map((folders) => folders.length)).toEqual([1, 1])
    await workers[0]!.end('SIGKILL')
    const many = sized(4, 60)
    for (let i = 0; i < many; i++) await start(apis[i % 2]!, `/landing?n=${i}`)
    let all = await rows()
    while (!all.every((r) => r.certified)) {
      expect(all.filter((r) => r.status === 'failed')).toEqual([])
      await wait(300)
      all = await rows()
    }
    expect(all).toHaveLength(many + 2)
    expect((await rows(apis[0])).map((r) => r.ano)).toEqual(all.map((r) => r.ano))

    for (const r of all) {
      const { events } = await post<{ events: { action: string }[] }>(apis[0]!, pathOf(evidenceCalls.detail), {
        ano: r.ano,
      })
      const acts = events.map((e) => e.action)
      expect(acts.filter((a) => a === 'evidence.sealed')).toHaveLength(1)
      expect(acts.filter((a) => a === 'evidence.certified')).toHaveLength(1)
      // Every console saw it come and end, whichever process it asked; and each of them the same.
      for (const seen of told)
        expect(seen.filter((e) => e.id === r.id).map((e) => e.status)).toEqual(
          expect.arrayContaining(['queued', 'collecting', 'collected']),
        )
      const packaged = await fetch(`${apis[0]!.url}${pathOf(evidenceCalls.packageBytes, { ano: r.ano })}`, {
        headers: { 'x-auth-token': token },
      })
      const bytes = Buffer.from(await packaged.arrayBuffer())
      expect(packaged.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
      await writeFile(join(home, 'package.asice'), bytes)
      expect(
        runTool(process.execPath, [
          join(import.meta.dirname, '../../server/bin/verify.ts'),
          join(home, 'package.asice'),
        ]),
      ).toEqual({ ok: true, text: expect.any(String) })
    }
    expect(told[0]!.filter((e) => e.step === 'settle').length).toBeGreaterThan(0)
    expect(told[0]).toEqual(told[1])
    expect(await readdir(join(home, 'worker-2', 'work'))).toEqual([])
    expect(
      await runProgram('admin', ['check-store', '--read'], { ...shared.env, SHIMAKAZE_DATA: join(home, 'api-1') }),
    ).toMatchObject({ code: 0, text: expect.stringMatching(/0 missing, 0 altered, every byte read/) })
    // The dead worker's machine comes back and clears what it had left.
    workers[0] = await startWorkerProcess(shared, 'worker-1')
    expect(await readdir(join(home, 'worker-1', 'work'))).toEqual([])
  },
)

it('a worker that would keep its objects in a folder of its own is refused, before and after anything was stored', async () => {
  const withoutBucket = { home, env: { ...database.env } }
  await expect(startWorkerProcess(withoutBucket, 'worker-3')).rejects.toThrow(
    /is empty, but the database names objects/,
  )
  const fresh = await startExternalDatabase(join(home, 'fresh'))
  try {
    const both = { home: join(home, 'two'), env: { ...fresh.env } }
    const first = await startWorkerProcess(both, 'first')
    await expect(startWorkerProcess(both, 'second')).rejects.toThrow(
      /second.store is not the store that this database was begun with.*the same bucket on several/,
    )
    await first.end('SIGINT')
    const again = await startWorkerProcess(both, 'first')
    await again.end('SIGINT')
  } finally {
    await fresh.stop()
  }
})
