import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { judge, sealPrepared } from '../kit/sealing.ts'
import { requireTool } from '../kit/outside/tools.ts'
import { orderMaker } from './orders.ts'
import type { SealOrder } from './seal-child.ts'
import { fileThread, type SealingProcess, startSealing } from './sealing-process.ts'
import { attach, type Call, diskCalls } from './strace.ts'

let t: TestApp
let authority: Authority
let newOrder: () => Promise<SealOrder>
let home: string
let process_: SealingProcess | undefined

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-faults-'))
  t = await buildTestApp()
  newOrder = await orderMaker(t, home)
  authority = await openAuthority({ dir: join(t.services.config.dataDir, 'keys'), mode: 'local', platformName: 'Test' })
})
afterAll(async () => {
  await process_?.kill()
  await t.close()
  await rm(home, { recursive: true, force: true })
})

async function sealing(): Promise<SealingProcess> {
  if (!process_?.alive())
    process_ = await startSealing({ SHIMAKAZE_DATA: t.services.config.dataDir, DATABASE_URL: t.databaseUrl })
  return process_
}

interface Fault {
  call: string
  nth: number
  effect: 'error=EIO' | 'error=ENOSPC' | 'signal=KILL'
}

/** Every call of an undisturbed sealing that touches the data folder, once for each fault it may meet. */
async function allFaults(): Promise<Fault[]> {
  const child = await sealing()
  const order = await newOrder()
  await child.seal(await newOrder())
  const tracing = await attach(fileThread(child.pid), join(home, 'undisturbed'), {})
  expect(await child.seal(order)).toEqual({ acknowledged: order.record.id })
  const seen = new Map<string, number>()
  const faults: Fault[] = []
  for (const c of await tracing.detach()) {
    const nth = (seen.get(c.name) ?? 0) + 1
    seen.set(c.name, nth)
    if (!c.text.includes(t.services.config.dataDir)) continue
    for (const effect of ['error=EIO', 'error=ENOSPC', 'signal=KILL'] as const)
      faults.push({ call: c.name, nth, effect })
  }
  return faults
}

const hit = (calls: Call[], fault: Fault) =>
  calls.some((c) => c.text.includes('(INJECTED)')) || fault.effect === 'signal=KILL'

/** One sealing that meets one fault; whether it met it, and what went wrong afterwards. */
async function suffer(fault: Fault): Promise<{ met: boolean; acknowledged: boolean }> {
  const child = await sealing()
  const order = await newOrder()
  const { id } = order.record
  const tracing = await attach(fileThread(child.pid), join(home, 'log'), {
    inject: `${fault.call}:${fault.effect}:when=${fault.nth}`,
  })
  const answer = await child.seal(order)
  const met =
    hit(await tracing.detach(), fault) && (fault.effect !== 'signal=KILL' || !child.alive() || answer === undefined)
  const name = `${fault.call} ${fault.nth} ${fault.effect}`
  const acknowledged = answer !== undefined && 'acknowledged' in answer
  const after = await judge(t.services, id)
  expect([name, after.wrong]).toEqual([name, []])
  expect([name, after.files]).toEqual([name, after.status === 'collected' ? 2 : 0])
  if (acknowledged) expect([name, after.status]).toEqual([name, 'collected'])
  if (met && fault.effect === 'error=ENOSPC' && answer && 'refused' in answer)
    expect([name, answer.code]).toEqual([name, 'storage-full'])
  if (met && fault.effect === 'error=EIO' && fault.call.endsWith('sync')) {
    // What the kernel lost is told once: whatever succeeds from here on proves nothing, until the process begins anew.
    expect([name, answer]).toEqual([name, { refused: 'storage-failed', code: 'storage-failed' }])
    expect([name, await child.seal(await newOrder())]).toEqual([
      name,
      { refused: 'storage-failed', code: 'storage-failed' },
    ])
    await child.kill()
  }
  if (after.status !== 'collected') await sealPrepared(t.services, authority, order.record, order.prepared)
  expect([name, await judge(t.services, id)]).toEqual([name, { status: 'collected', files: 2, wrong: [] }])
  if (!child.alive()) {
    await t.services.store.sweep()
    expect([name, await readdir(join(t.services.config.dataDir, 'store/incoming'))]).toEqual([name, []])
  }
  return { met, acknowledged }
}

describe.runIf(requireTool('strace'))('every system call of the sealing path', () => {
  it(
    'may fail or be the last: nothing acknowledged is lost, nothing half is evidence, and a repeat succeeds',
    { timeout: 3_600_000 },
    async () => {
      const r = randomness('enumerated faults')
      const all = await allFaults()
      expect(new Set(all.map((f) => f.call))).toEqual(
        new Set(diskCalls.filter((c) => c !== 'linkat' && c !== 'rename')),
      )
      const chosen = all
        .map((f) => ({ f, key: r.below(2 ** 31) }))
        .sort((a, b) => a.key - b.key)
        .slice(0, sized(24, all.length))
        .map(({ f }) => f)
      const counts = { faults: all.length, tried: 0, met: 0, acknowledged: 0 }
      for (const fault of chosen) {
        const { met, acknowledged } = await suffer(fault)
        counts.tried++
        counts.met += Number(met)
        counts.acknowledged += Number(acknowledged)
      }
      console.log(`  ${JSON.stringify(counts)}`)
      expect(counts.met).toBeGreaterThan(counts.tried * 0.8)
    },
  )
})
