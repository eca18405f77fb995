import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { type ServiceClient, type ServiceProcess, signInDemo, startServiceProcess } from '../kit/service-process.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { benchLists } from './lists.ts'
import { benchRequests } from './requests.ts'
import { benchStore } from './store.ts'
import { benchSeals } from './seals.ts'

// Prints figures; compares within one run; judges nothing. Absolute times belong to the machine they were taken on.
const dir = await mkdtemp(join(tmpdir(), 'skz-bench-'))

/** Resident memory of a process and everything below it, in MB; shared pages count once a process, so it is an upper bound. */
async function treeMemory(pid: number): Promise<number> {
  const stats = await Promise.all((await readdir('/proc')).filter((n) => /^\d+$/.test(n)).map(async (n) => ({ pid: Number(n), stat: await readFile(`/proc/${n}/stat`, 'utf8').catch(() => ''), memory: await readFile(`/proc/${n}/statm`, 'utf8').catch(() => '0 0 0') })))
  const parents = new Map(stats.map((s) => [s.pid, Number(s.stat.slice(s.stat.lastIndexOf(')') + 2).split(' ')[1])]))
  const below = (p: number | undefined): boolean => p !== undefined && p > 1 && (p === pid || below(parents.get(p)))
  return stats.filter((s) => below(s.pid)).reduce((n, s) => n + ((Number(s.memory.split(' ')[1]) - Number(s.memory.split(' ')[2])) * 4096) / 1e6, 0)
}

async function benchCaptures(service: ServiceProcess, client: ServiceClient, target: string, count: number) {
  client.url = service.url
  const collected = async () => ((await client('attestation/composite/list', { status: 'collected' })) as { total: number }).total
  const before = await collected()
  let peak = 0
  const sampler = setInterval(() => void treeMemory(service.pid).then((m) => (peak = Math.max(peak, m))), 200)
  const began = performance.now()
  await client(pathOf(webCaptureCalls.start).replace('/shimakaze/', ''), { urls: Array.from({ length: count }, (_, i) => `${target}?n=${i}-${Math.round(began)}`) })
  while ((await collected()) < before + count) await new Promise((r) => setTimeout(r, 100))
  clearInterval(sampler)
  return { perMinute: (count * 60_000) / (performance.now() - began), peak }
}

const site = await startFixtureSite()
try {
  console.log('Start (service process to ready):')
  const cold = await startServiceProcess(join(dir, 'data'), { SHIMAKAZE_CAPTURES: '1' })
  console.log(`  cold, database and keys made   ${(cold.readyMs / 1000).toFixed(2)} s`)
  const client = await signInDemo(cold.url, cold.said())
  const one = await benchCaptures(cold, client, site.url, 4)
  await cold.end('SIGINT')
  const warm = await startServiceProcess(join(dir, 'data'), { SHIMAKAZE_CAPTURES: '2' })
  console.log(`  warm                           ${(warm.readyMs / 1000).toFixed(2)} s`)
  const two = await benchCaptures(warm, client, site.url, 8)
  await warm.end('SIGINT')
  console.log('Captures of the fixture shop (9,800 px, 57 requests, all artefacts, sealed):')
  console.log(`  one at a time   ${one.perMinute.toFixed(1)} a minute   peak private memory of the whole tree ${one.peak.toFixed(0)} MB`)
  console.log(`  two at a time   ${two.perMinute.toFixed(1)} a minute   peak private memory of the whole tree ${two.peak.toFixed(0)} MB   (${(two.perMinute / one.perMinute).toFixed(2)} times)`)
  await benchSeals(join(dir, 'keys'))
  await benchStore(dir)
  await benchLists(dir)
  await benchRequests(dir)
} finally {
  await site.close()
  await rm(dir, { recursive: true, force: true })
}
process.exit(0)
