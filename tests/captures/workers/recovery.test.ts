import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { type FixtureSite, startFixtureSite } from '../../kit/fixture-site/start.ts'
import { type ServiceProcess, signInDemo, startServiceProcess } from '../../kit/outside/service-process.ts'

let site: FixtureSite
let data: string
let service: ServiceProcess
beforeAll(async () => {
  site = await startFixtureSite()
  data = await mkdtemp(join(tmpdir(), 'skz-recovery-'))
})
afterAll(async () => {
  await service.end('SIGINT')
  await site.close()
  await rm(data, { recursive: true, force: true })
})

interface Row {
  ano: string
  status: string
  certified: boolean
  step: string | null
}

it(
  'finishes a capture whose service was killed with SIGKILL, once, and leaves nothing of the first try behind',
  { timeout: 240_000 },
  async () => {
    service = await startServiceProcess(data)
    const client = await signInDemo(service.url, service.said())
    const rows = async () => ((await client('attestation/composite/list', {})) as { list: Row[] }).list
    await client(pathOf(webCaptureCalls.start).replace('/shimakaze/', ''), { urls: [site.url], delaySeconds: 10 })
    while ((await rows())[0]?.step !== 'settle' && (await rows())[0]?.step !== 'scroll')
      await new Promise((r) => setTimeout(r, 100))
    await service.end('SIGKILL')

    service = await startServiceProcess(data)
    client.url = service.url
    while (!(await rows())[0]?.certified) {
      expect((await rows())[0]?.status).not.toBe('failed')
      await new Promise((r) => setTimeout(r, 500))
    }
    const all = await rows()
    expect(all).toHaveLength(1)
    const detail = (await client('v1/attestation/info', { ano: all[0]!.ano })) as { events: { action: string }[] }
    const acts = detail.events.map((e) => e.action)
    expect(acts.filter((a) => a === 'evidence.sealed')).toHaveLength(1)
    expect(acts.filter((a) => a === 'capture.started')).toHaveLength(2)
    expect(acts).toContain('capture.requeued')
    expect(await readdir(join(data, 'work'))).toEqual([])
    expect(await readdir(join(data, 'store/incoming'))).toEqual([])
  },
)
