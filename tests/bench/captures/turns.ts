import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { startFixtureSite } from '../../kit/fixture-site/start.ts'
import { type ServiceClient, signInDemo, startServiceProcess } from '../../kit/outside/service-process.ts'

const flood = 24
const patience = 240_000

const start = async (client: ServiceClient, urls: string[]) =>
  (
    (await client(pathOf(webCaptureCalls.start).replace('/shimakaze/', ''), { urls })) as {
      list: { no: string }[]
    }
  ).list.map((e) => e.no)
const detail = async (client: ServiceClient, ano: string) =>
  (await client(pathOf(evidenceCalls.detail).replace('/shimakaze/', ''), { ano })) as {
    status: string
    start_time: string | null
    end_time: string | null
  }

/** How long one page of somebody waits behind many that another account started and that never answer. */
export async function benchTurns(dir: string) {
  const site = await startFixtureSite()
  const service = await startServiceProcess(join(dir, 'turns'), { SHIMAKAZE_CAPTURES: '2' })
  try {
    const flooding = await signInDemo(service.url, service.said(), 'enterprise')
    const single = await signInDemo(service.url, service.said(), 'personal')
    console.log(`Turns: one account starts ${flood} captures, another one a second later; two workers:`)
    for (const [name, path] of [
      ['pages that never answer', '/never'],
      ['ordinary pages beside', '/article'],
    ] as const) {
      await start(
        flooding,
        Array.from({ length: flood }, (_, n) => `${site.url}${path}?${n}`),
      )
      await sleep(1_000)
      const asked = Date.now()
      const [no = ''] = await start(single, [`${site.url}/article`])
      let row = await detail(single, no)
      while (!row.end_time && Date.now() - asked < patience) {
        await sleep(100)
        row = await detail(single, no)
      }
      const seconds = (at: string | null) => (at ? `${((Date.parse(at) - asked) / 1_000).toFixed(1)} s` : 'not at all')
      console.log(
        `  behind ${name.padEnd(24)} began after ${seconds(row.start_time)}, ${row.status} after ${seconds(row.end_time)}`,
      )
    }
  } finally {
    await service.end('SIGINT')
    await site.close()
  }
}
