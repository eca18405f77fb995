import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { judge } from '../kit/sealing.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { orderMaker } from './orders.ts'
import type { SealOrder } from './seal-child.ts'
import { fileThread, type SealingProcess, startSealing } from './sealing-process.ts'
import { attach } from './strace.ts'

let t: TestApp
let home: string
let newOrder: () => Promise<SealOrder>
let child: SealingProcess

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-disk-'))
  t = await buildTestApp()
  newOrder = await orderMaker(t, home)
})
afterEach(() => child.kill())
afterAll(async () => {
  await t.close()
  await rm(home, { recursive: true, force: true })
})

const start = async () =>
  void (child = await startSealing({ SHIMAKAZE_DATA: t.services.config.dataDir, DATABASE_URL: t.databaseUrl }))
const refused = { refused: 'storage-failed', code: 'storage-failed' }

/** The sync calls of one undisturbed sealing. */
async function syncs(): Promise<string[]> {
  await start()
  const tracing = await attach(fileThread(child.pid), join(home, 'log'), { calls: ['fsync', 'fdatasync'] })
  const order = await newOrder()
  expect(await child.seal(order)).toEqual({ acknowledged: order.record.id })
  const names = (await tracing.detach()).map((c) => c.name)
  await child.kill()
  return names
}

// Bug: the error was told to one request; the next sync succeeded, as the kernel has it, and what it "proved" was acknowledged.
describe.runIf(requireTool('strace'))('a disk that loses what was written to it', () => {
  it(
    'whichever fsync says so, nothing is acknowledged by that process any more; a restart tries the disk and goes on',
    { timeout: 600_000 },
    async () => {
      const names = await syncs()
      expect(new Set(names)).toEqual(new Set(['fsync', 'fdatasync']))
      for (const [i, call] of names.entries()) {
        await start()
        const nth = names.slice(0, i + 1).filter((n) => n === call).length
        const tracing = await attach(fileThread(child.pid), join(home, 'log'), {
          calls: ['fsync', 'fdatasync'],
          inject: `${call}:error=EIO:when=${nth}`,
        })
        const first = await newOrder()
        expect([call, nth, await child.seal(first)]).toEqual([call, nth, refused])
        expect((await tracing.detach()).filter((c) => c.text.includes('(INJECTED)'))).toHaveLength(1)
        // The disk answers well again, and is not believed.
        for (const later of [first, await newOrder(), await newOrder()]) {
          expect(await child.seal(later)).toEqual(refused)
          expect(await judge(t.services, later.record.id)).toEqual({ status: 'uploading', files: 0, wrong: [] })
        }
        await child.kill()
        await start()
        expect(await child.seal(first)).toEqual({ acknowledged: first.record.id })
        expect(await judge(t.services, first.record.id)).toEqual({ status: 'collected', files: 2, wrong: [] })
        await child.kill()
      }
      console.log(`  ${JSON.stringify({ syncs: names.length })}`)
    },
  )
  it('is not begun upon: the start says what to do', async () => {
    const { dataDir } = t.services.config
    const start = [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=fdatasync',
      '-e',
      'inject=fdatasync:error=EIO',
      process.execPath,
      join(import.meta.dirname, 'seal-child.ts'),
    ]
    const { ok, text } = runTool('env', [`SHIMAKAZE_DATA=${dataDir}`, `DATABASE_URL=${t.databaseUrl}`, ...start])
    expect([ok, text]).toEqual([
      false,
      expect.stringMatching(/does not keep what is written to it .*EIO.*Check the disk \(dmesg, smartctl\)/),
    ])
  })
})
