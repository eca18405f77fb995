import { join } from 'node:path'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { startFixtureSite } from '../../kit/fixture-site/start.ts'
import {
  type ServiceClient,
  type ServiceProcess,
  signInDemo,
  startServiceProcess,
} from '../../kit/outside/service-process.ts'
import { type TreeUse, watchTree } from '../kit/watch-tree.ts'

interface Weight {
  readonly name: string
  readonly path: string
  /** Captures one at a time; twice as many at two. */
  readonly count: number
}

const weights: readonly Weight[] = [
  { name: 'article (2,900 px, 3 requests)', path: '/article', count: 4 },
  { name: 'shop (9,800 px, 57 requests)', path: '/', count: 4 },
  { name: 'gallery (43,700 px, 211 requests, 22 MB)', path: '/gallery', count: 2 },
]

interface Result extends TreeUse {
  readonly count: number
  readonly perMinute: number
}

async function capture(service: ServiceProcess, client: ServiceClient, target: string, count: number): Promise<Result> {
  client.url = service.url
  const total = async (status: string) =>
    ((await client('attestation/composite/list', { status })) as { total: number }).total
  const ended = async () => (await total('collected')) + (await total('failed'))
  const [before, failedBefore] = [await ended(), await total('failed')]
  const urls = Array.from({ length: count }, (_, i) => `${target}?n=${i}-${Math.round(performance.now())}`)
  const began = performance.now()
  const use = await watchTree(service.pid, async () => {
    await client(pathOf(webCaptureCalls.start).replace('/shimakaze/', ''), { urls })
    while ((await ended()) < before + count) await new Promise((r) => setTimeout(r, 100))
  })
  const perMinute = (count * 60_000) / (performance.now() - began)
  const failed = (await total('failed')) - failedBefore
  if (failed > 0) console.log(`  ${failed} of ${count} failed: ${target}`)
  return { ...use, count, perMinute }
}

const columns = (name: string, at: number, { perMinute, cpuSeconds, count, peakMb, idleMb }: Result) =>
  `  ${name.padEnd(42)} ${at} at a time  ${perMinute.toFixed(1).padStart(5)} a minute  ${(cpuSeconds / count).toFixed(1).padStart(5)} CPU-s each  peak ${peakMb.toFixed(0).padStart(5)} MB, ${((peakMb - idleMb) / at).toFixed(0).padStart(5)} MB each above idle`

/** Captures through the whole service, sealed and stored, on pages of three weights. */
export async function benchCaptures(dir: string) {
  const site = await startFixtureSite()
  let client: ServiceClient | undefined
  const rows: string[] = []
  try {
    console.log('Start (service process to ready):')
    for (const at of [1, 2]) {
      const service = await startServiceProcess(join(dir, 'data'), { SHIMAKAZE_CAPTURES: String(at) })
      console.log(
        `  ${client ? 'warm                         ' : 'cold, database and keys made '}  ${(service.readyMs / 1000).toFixed(2)} s`,
      )
      client ??= await signInDemo(service.url, service.said())
      for (const { name, path, count } of weights)
        rows.push(columns(name, at, await capture(service, client, `${site.url}${path}`, count * at)))
      await service.end('SIGINT')
    }
    console.log(
      'Captures, all artefacts, sealed; processor and private memory of the whole tree, browser and database included:',
    )
    for (const row of rows.toSorted(
      (a, b) => weights.findIndex(({ name }) => a.includes(name)) - weights.findIndex(({ name }) => b.includes(name)),
    ))
      console.log(row)
  } finally {
    await site.close()
  }
}
