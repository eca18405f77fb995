import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { makeOwner, makeUploading, prepareFolder } from '../kit/sealing.ts'
import { requireTool } from '../kit/outside/tools.ts'
import { lostByPowerCut, syncsOf } from './durability-order.ts'
import { type SealingProcess, startSealing } from './sealing-process.ts'
import { attach, type Call, diskCalls } from './strace.ts'

// A process that is killed loses nothing that the system holds in memory, so only the order of calls proves this.
let t: TestApp
let home: string
let child: SealingProcess
let calls: Call[]
const contents = { 'page.bin': randomBytes(200_000), 'log.txt': randomBytes(100) }
const objects = () =>
  Object.values(contents).map((c) => ({
    dataDir: t.services.config.dataDir,
    sha256: createHash('sha256').update(c).digest('hex'),
  }))
const lost = (seen: Call[]) => objects().flatMap((o) => lostByPowerCut(seen, o))

describe.runIf(requireTool('strace'))('sealing, before it acknowledges', () => {
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'skz-durability-'))
    t = await buildTestApp()
    child = await startSealing({ SHIMAKAZE_DATA: t.services.config.dataDir, DATABASE_URL: t.databaseUrl })
    await mkdir(join(home, 'out'))
    const order = {
      record: await makeUploading(t.services, await makeOwner(t.services, t.platformId)),
      prepared: await prepareFolder(join(home, 'out'), contents),
    }
    const tracing = await attach(child.pid, join(home, 'log'), {
      all: true,
      calls: [...diskCalls, 'writev', 'sendto', 'sendmsg'],
    })
    expect(await child.seal(order)).toEqual({ acknowledged: order.record.id })
    calls = await tracing.detach()
  })
  afterAll(async () => {
    await child.kill()
    await t.close()
    await rm(home, { recursive: true, force: true })
  })

  it('has brought every object, its name and its folder to the disk', () => {
    expect(lost(calls)).toEqual([])
  })

  it('would be seen to lose something without any kind of its fsyncs', () => {
    const without = (kind: (c: Call) => boolean) => lost(calls.filter((c) => !(syncsOf([c]).length && kind(c))))
    expect(without((c) => c.name === 'fdatasync')).toContain('bytes')
    expect(without((c) => /\/objects\/[0-9a-f]{2}>/.test(c.text))).toContain('name')
    expect(without((c) => c.text.includes('/objects>'))).toContain('folder')
    expect(lost(calls.filter((c) => !c.text.includes('commit')))).toContain('no commit was seen')
  })
})
