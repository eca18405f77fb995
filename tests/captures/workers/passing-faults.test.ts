import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { type CaptureContext, runCapture } from '../../../server/captures/captures.jobs.ts'
import { CaptureFailed } from '../../../server/captures/engine/engine-error.ts'
import type { CapturedKind } from '../../../server/evidence/kinds/evidence-kind.types.ts'
import { kindTable } from '../../../server/kinds/kind-table.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../../kit/outside/small-disk.ts'

const MiB = 1024 * 1024
type Run = CapturedKind['run']
/** The capture gets as far as its page: all else went well. */
const endsByItself = () => Promise.reject(new CaptureFailed('load-failed', { error: 'test' }))

describe.runIf(mayMount)('a capture', () => {
  let disk: SmallDisk
  let t: TestApp
  let [me, other]: Member[] = []
  let shutdown: AbortController
  let begun: string[]
  let owner: pg.Client
  beforeEach(async () => {
    disk = mountSmallDisk(640)
    await mkdir(disk.dir)
    t = await buildTestApp({ SHIMAKAZE_DATA: disk.dir })
    ;[me, other] = [await t.member({ name: '甲' }), await t.member({ name: '乙' })]
    shutdown = new AbortController()
    begun = []
    owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
  })
  afterEach(async () => {
    await t.services.jobs.rest()
    await owner.end()
    await t.close()
    disk.remove()
  })

  const start = async (as: Member, name: string) =>
    (await t.call(webCaptureCalls.start, { body: { urls: [`https://${name}.example/`] } }, as)).data.list[0]!
  const detail = async (as: Member, ano: string) => (await t.call(evidenceCalls.detail, { body: { ano } }, as)).data
  /** A worker whose captures do this, one after the other. */
  async function work(run: (...args: Parameters<Run>) => Promise<never>) {
    const context = {
      services: t.services,
      authority: {},
      kinds: {
        ...kindTable,
        web: {
          ...kindTable.web,
          run: (...args: Parameters<Run>) => {
            begun.push(new URL(args[0].url).hostname)
            return run(...args)
          },
        },
      },
      workDir: join(disk.dir, 'work'),
    } as unknown as CaptureContext
    await t.services.jobs.work(captureQueue, 1, (job) => runCapture(context, captureQueue, job, shutdown.signal))
  }
  async function until(as: Member, ano: string, status: string) {
    for (;;) {
      const e = await detail(as, ano)
      if (e.status === status) return e
      expect(e.status).not.toBe('failed')
      await sleep(50)
    }
  }
  const tries = async (id: string) => {
    const { rows } = await sql<{ attempt: number }>`select attempt from evidence where id = ${id}`.execute(
      t.services.db.system,
    )
    return rows[0]!.attempt
  }

  it('is not begun where nothing could be kept, and begins when there is room again', { timeout: 60_000 }, async () => {
    const [mine, theirs] = [await start(me!, 'mine'), await start(other!, 'theirs')]
    await disk.fill(200 * MiB)
    await work(endsByItself)
    await sleep(3_000)
    expect(begun).toEqual([])
    for (const [as, e] of [
      [me, mine],
      [other, theirs],
    ] as const)
      expect(await detail(as!, e.no)).toMatchObject({ status: 'queued' })
    await disk.drain()
    for (const [as, e] of [
      [me, mine],
      [other, theirs],
    ] as const)
      expect(await until(as!, e.no, 'failed')).toMatchObject({ failReason: 'load-failed' })
    expect(begun.toSorted()).toEqual(['mine.example', 'theirs.example'])
    expect([await tries(mine.id), await tries(theirs.id)]).toEqual([1, 1])
  })

  it('goes back where others filled the disk meanwhile, and no try is counted', { timeout: 60_000 }, async () => {
    const mine = await start(me!, 'mine')
    await work(async (_, { outDir }) => {
      if (begun.length > 1) return endsByItself()
      await disk.fill(2 * MiB)
      await writeFile(join(outDir, 'page'), Buffer.alloc(8 * MiB))
      throw new Error('the disk was to be full')
    })
    while (!begun.length || (await detail(me!, mine.no)).status !== 'queued') await sleep(50)
    const waiting = await detail(me!, mine.no)
    expect(waiting).toMatchObject({ status: 'queued', step: 'waiting' })
    expect(waiting.events.map((e) => [e.action, e.details])).toContainEqual([
      'capture.requeued',
      expect.objectContaining({ reason: 'storage-full' }),
    ])
    expect(await tries(mine.id)).toBe(0)
    await disk.drain()
    expect(await until(me!, mine.no, 'failed')).toMatchObject({ failReason: 'load-failed', step: null })
    expect([begun.length, await tries(mine.id)]).toEqual([2, 1])
  })

  it('goes back where the browser fell on a full disk', { timeout: 60_000 }, async () => {
    const mine = await start(me!, 'mine')
    await work(async () => {
      if (begun.length > 1) return endsByItself()
      await disk.fill(2 * MiB)
      throw new CaptureFailed('browser-crashed')
    })
    while (!begun.length || (await detail(me!, mine.no)).status !== 'queued') await sleep(50)
    expect(await detail(me!, mine.no)).toMatchObject({ status: 'queued', step: 'waiting' })
    await disk.drain()
    expect(await until(me!, mine.no, 'failed')).toMatchObject({ failReason: 'load-failed' })
  })

  it('that fills the disk itself is tried three times, and fails', { timeout: 90_000 }, async () => {
    const mine = await start(me!, 'mine')
    await work(async (_, { outDir }) => {
      await writeFile(join(outDir, 'page'), Buffer.alloc(700 * MiB))
      throw new Error('the disk was to be full')
    })
    expect(await until(me!, mine.no, 'failed')).toMatchObject({ failReason: 'storage-full' })
    expect([begun.length, await tries(mine.id)]).toEqual([3, 3])
  })

  it(
    'whose connection breaks while store and database are there is tried three times',
    { timeout: 90_000 },
    async () => {
      const mine = await start(me!, 'mine')
      await work(() => Promise.reject(Object.assign(new Error('hung up'), { code: 'ECONNRESET' })))
      expect(await until(me!, mine.no, 'failed')).toMatchObject({ failReason: 'internal' })
      expect([begun.length, await tries(mine.id)]).toEqual([3, 3])
    },
  )

  it('whose connection to the database is ended goes on, and no try is counted', { timeout: 60_000 }, async () => {
    const mine = await start(me!, 'mine')
    await work(async (_, { services }) => {
      if (begun.length > 1) return endsByItself()
      return services.db.asSystem(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid])
        await sql`select 1`.execute(tx)
        throw new Error('the connection was to be gone')
      })
    })
    expect(await until(me!, mine.no, 'failed')).toMatchObject({ failReason: 'load-failed' })
    expect([begun.length, await tries(mine.id)]).toEqual([2, 1])
  })
})
