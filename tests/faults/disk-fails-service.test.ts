import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { until } from '../kit/browser/until.ts'
import { type FixtureSite, startFixtureSite } from '../kit/fixture-site/start.ts'
import { type ServiceProcess, signIn, startServiceProcess } from '../kit/outside/service-process.ts'
import { requireTool } from '../kit/outside/tools.ts'
import { fileThread } from './sealing-process.ts'
import { attach } from './strace.ts'

let site: FixtureSite
let home: string
let service: ServiceProcess
let token: string

/** One thread does all file work, so that strace can be attached to it alone and the browser is left in peace. */
const start = async () => void (service = await startServiceProcess(join(home, 'data'), { UV_THREADPOOL_SIZE: '1' }))

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-fails-'))
  site = await startFixtureSite()
})
afterAll(async () => {
  await service?.end('SIGINT')
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
interface Answer {
  success: boolean
  errorCode?: string
  errorMessage?: string
  data: { list: Row[] }
}

const request = (path: string, body?: object, language = 'en') =>
  fetch(`${service.url}${path}`, {
    headers: { 'x-auth-token': token, 'x-lang': language, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
async function answer(path: string, body: object, language?: string) {
  const response = await request(path, body, language)
  const { success, errorCode, errorMessage } = (await response.json()) as Answer
  return { status: response.status, success, errorCode, errorMessage }
}
const rows = async () => ((await (await request(pathOf(evidenceCalls.list), {})).json()) as Answer).data.list
const capture = (language?: string) =>
  answer(pathOf(webCaptureCalls.start), { urls: [`${site.url}/landing`] }, language)
async function newest(good: (r: Row) => boolean): Promise<Row> {
  for (;;) {
    const row = (await rows())[0]
    if (row && good(row)) return row
    await wait(150)
  }
}

describe.runIf(requireTool('strace'))('a service whose disk lost what was written', () => {
  it(
    'gives back what is under way, takes nothing in, goes on reading, and goes on with it after a restart',
    { timeout: 180_000 },
    async () => {
      await start()
      token = (
        await signIn(service.url, '19000000001', /enterprise\s+19000000001\s+(\S+)/.exec(service.said())?.[1] ?? '')
      ).token
      expect(await capture()).toMatchObject({ status: 200, success: true })
      const kept = await newest((r) => r.certified)

      // What the first sweep writes to hold room for worse days, and the log's marks, would take the one failure upon themselves before anything is under way.
      await until('the ballast', () => existsSync(join(home, 'data/ballast')) || undefined)
      expect(await capture()).toMatchObject({ status: 200, success: true })
      await newest((r) => r.ano !== kept.ano && r.status === 'collecting')
      const tracing = await attach(fileThread(service.pid), join(home, 'log'), {
        calls: ['fdatasync'],
        inject: 'fdatasync:error=EIO:when=1',
      })
      const waiting = await newest((r) => r.ano !== kept.ano && r.status !== 'collecting' && r.status !== 'uploading')
      expect(waiting).toMatchObject({ status: 'queued', step: 'waiting' })
      await tracing.detach()

      const refused = { status: 503, success: false, errorCode: 'storage-failed' }
      expect(await capture('en')).toEqual({
        ...refused,
        errorMessage: expect.stringContaining('Existing evidence can be read and downloaded'),
      })
      expect(await capture('zh-CN')).toEqual({
        ...refused,
        errorMessage: expect.stringContaining('已有证据可以照常查看和下载'),
      })
      const ready = await request('/readyz')
      expect([ready.status, await ready.json()]).toEqual([
        503,
        expect.objectContaining({ ready: false, storage: 'storage-failed', database: 'ready' }),
      ])
      expect(await (await request('/metrics')).text()).toContain('\nshimakaze_storage_failed 1\n')
      expect(service.said()).toMatch(/EIO.*fsync failed.*Check the disk first/)
      const packaged = await request(pathOf(evidenceCalls.packageBytes, { ano: kept.ano }))
      expect(packaged.headers.get('etag')).toBe(
        `"${createHash('sha256')
          .update(Buffer.from(await packaged.arrayBuffer()))
          .digest('hex')}"`,
      )

      await service.end('SIGINT')
      await start()
      expect(await (await request('/metrics')).text()).toContain('\nshimakaze_storage_failed 0\n')
      expect((await newest((r) => r.certified)).ano).toBe(waiting.ano)
    },
  )
})
