import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { settingsOfPlatformCalls } from '../../../contract/platform/settings.ts'
import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { type CaptureContext, runCapture, sweepStuck } from '../../../server/captures/captures.jobs.ts'
import { CaptureFailed } from '../../../server/captures/engine/engine-error.ts'
import { claim, claimNext, othersWait } from '../../../server/captures/turns.repo.ts'
import { kindTable } from '../../../server/kinds/kind-table.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'

let t: TestApp
let [one, two]: Member[] = []
beforeEach(async () => {
  await t?.close()
  t = await buildTestApp()
  ;[one, two] = [await t.member({ name: '甲' }), await t.member({ name: '乙' })]
})
afterAll(() => t.close())

const queue = async (as: Member, count: number) => {
  const { data } = await t.call(
    webCaptureCalls.start,
    { body: { urls: Array.from({ length: count }, (_, n) => `https://example.com/${n}`) } },
    as,
  )
  return data.list
}
const take = () => t.services.db.asSystem((tx) => claimNext(tx))
const placeOf = async (as: Member, id: string) =>
  (await t.call(evidenceCalls.list, { body: { pageSize: 100 } }, as)).data.list.find((e) => e.id === id)?.queuePosition
/** Who the next captures are of. */
async function order(count: number) {
  const taken = []
  for (let n = 0; n < count; n++) taken.push((await take())?.personName)
  return taken
}
const set = async (limits: Record<string, number>) => {
  const admin = await t.member({ role: 'administrator' })
  const { id: _, version, ...current } = (await t.call(settingsOfPlatformCalls.get, {}, admin)).data
  expect(await t.call(settingsOfPlatformCalls.save, { body: { ...current, version, ...limits } }, admin)).toMatchObject(
    { success: true },
  )
}

describe('turns', () => {
  it('go round by account: one that waits with many keeps nobody else waiting behind them', async () => {
    await queue(one!, 40)
    await order(3)
    const [late] = await queue(two!, 2)
    expect(await placeOf(two!, late!.id)).toBe(0)
    expect(await order(5)).toEqual(['乙', '甲', '乙', '甲', '甲'])
  })

  it('go round by person within an account, which gains none by having more people', async () => {
    const company = await t.member({ kind: 'enterprise', name: '公司' })
    const subs = [
      await t.sub(company, { name: '丙', grants: ['captures.start'] }),
      await t.sub(company, { name: '丁', grants: ['captures.start'] }),
    ]
    await queue(subs[0]!, 6)
    await order(1)
    await queue(subs[1]!, 3)
    await queue(one!, 4)
    expect(await order(8)).toEqual(['甲', '丁', '甲', '丙', '甲', '丁', '甲', '丙'])
  })

  it('weigh as the platform sets', async () => {
    await set({ captureShareEnterprise: 3 })
    const company = await t.member({ kind: 'enterprise', name: '公司' })
    await queue(one!, 20)
    await queue(company, 40)
    const taken = await order(24)
    for (let from = 0; from < 24; from += 4)
      expect(taken.slice(from, from + 4).filter((name) => name === '公司')).toHaveLength(3)
  })

  it('are not saved up by who was away', async () => {
    await queue(one!, 1)
    await queue(two!, 1)
    await order(2)
    await queue(one!, 30)
    await order(20)
    await queue(two!, 10)
    expect((await order(10)).filter((name) => name === '乙')).toHaveLength(5)
  })

  it('come in the order of the places shown', async () => {
    await queue(one!, 9)
    await order(2)
    await queue(two!, 4)
    const shown = [...(await rowsOf(one!)), ...(await rowsOf(two!))]
    expect(shown.map((r) => r.place).sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, n) => n))
    const ids = []
    for (let n = 0; n < 11; n++) ids.push((await take())!.id)
    expect(ids).toEqual(shown.sort((a, b) => a.place - b.place).map((r) => r.id))
    expect(await take()).toBeUndefined()
  })
  const rowsOf = async (as: Member) =>
    (await t.call(evidenceCalls.list, { body: { pageSize: 100, status: 'queued' } }, as)).data.list.map((e) => ({
      id: e.id,
      place: e.queuePosition!,
    }))

  it('are given to no two workers at once', async () => {
    await queue(one!, 6)
    await queue(two!, 6)
    const taken = await Promise.all(Array.from({ length: 14 }, take))
    const ids = taken.flatMap((c) => (c ? [c.id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
    expect(taken.filter((c) => c?.personName === '乙')).toHaveLength(6)
  })

  it('say whether others wait', async () => {
    await queue(one!, 2)
    expect(await othersWait(t.services.db, one!.accountId)).toBe(false)
    expect(await othersWait(t.services.db, two!.accountId)).toBe(true)
  })
})

describe('a job', () => {
  const jobs = async () => {
    const { rows } = await sql<{ id: string; state: string; record: string }>`
      select id, state::text, data->>'id' as record from pgboss.job where name = 'capture' order by created_on, id`.execute(
      t.services.db.system,
    )
    return rows
  }

  it('that runs another capture than it was made for exchanges it with that one’s', async () => {
    const [first] = await queue(one!, 2)
    const [other] = await queue(two!, 1)
    const made = await jobs()
    const [mine, theirs] = [first!, other!].map((e) => made.find((j) => j.record === e.id)!.id)
    await t.services.db.asSystem((tx) => t.services.jobs.exchange(tx, captureQueue, mine!, other!.id))
    const after = await jobs()
    expect(after.find((j) => j.id === mine)?.record).toBe(other!.id)
    expect(after.find((j) => j.id === theirs)?.record).toBe(first!.id)
    expect(after).toHaveLength(3)
  })

  it('leaves one for the capture that it was made for where the other has none that waits', async () => {
    const [first, second] = await queue(one!, 2)
    const made = await jobs()
    await sql`update pgboss.job set state = 'failed' where data->>'id' = ${second!.id}`.execute(t.services.db.system)
    const mine = made.find((j) => j.record === first!.id)!.id
    await t.services.db.asSystem((tx) => t.services.jobs.exchange(tx, captureQueue, mine, second!.id))
    expect((await jobs()).filter((j) => j.record === first!.id)).toMatchObject([{ state: 'created' }])
  })

  it('that died before it claimed anything is made again', async () => {
    const [lost] = await queue(one!, 2)
    await sql`update pgboss.job set state = 'failed' where data->>'id' = ${lost!.id}`.execute(t.services.db.system)
    await t.services.db.system
      .updateTable('evidence')
      .set({ queuedAt: new Date(Date.now() - 120_000) })
      .execute()
    await sweepStuck(t.services)
    await sweepStuck(t.services)
    expect((await jobs()).filter((j) => j.record === lost!.id).map((j) => j.state)).toEqual(['failed', 'created'])
  })
})

describe('with one account flooding two workers', () => {
  it('another’s capture begins within one capture’s time, and every capture is run once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skz-turns-'))
    const begun: string[] = []
    const run = async (asked: { url: string }) => {
      begun.push(asked.url)
      await sleep(40)
      throw new CaptureFailed('load-failed', { error: 'test' })
    }
    const context = {
      services: t.services,
      authority: {} as Authority,
      kinds: { ...kindTable, web: { ...kindTable.web, run } },
      workDir: folder,
    } as unknown as CaptureContext
    await queue(one!, 10)
    const shutdown = new AbortController()
    await t.services.jobs.work(captureQueue, 2, (job) => runCapture(context, captureQueue, job, shutdown.signal))
    while (begun.length < 4) await sleep(10)
    const { data } = await t.call(webCaptureCalls.start, { body: { urls: ['https://other.example/'] } }, two!)
    const before = begun.length
    while ((await t.call(evidenceCalls.detail, { body: { ano: data.list[0]!.no } }, two!)).data.status !== 'failed')
      await sleep(20)
    // Two may have been claimed in the moment when it was queued.
    expect(begun.indexOf('https://other.example/') - before).toBeLessThanOrEqual(2)
    while (begun.length < 11) await sleep(20)
    await t.services.jobs.rest()
    await sleep(500)
    expect(new Set(begun).size).toBe(11)
    expect(begun).toHaveLength(11)
    await rm(folder, { recursive: true })
  })
})

describe('an account', () => {
  it('has only so many captures waiting, all its people together, and is told how many more it may start', async () => {
    await set({ queuedCaptures: 5 })
    const company = await t.member({ kind: 'enterprise' })
    const sub = await t.sub(company, { grants: ['captures.start'] })
    await queue(company, 3)
    const start = (as: Member, count: number) =>
      t.call(
        webCaptureCalls.start,
        { body: { urls: Array.from({ length: count }, (_, n) => `https://example.com/x${n}`) } },
        as,
      )
    const refused = await start(sub, 3)
    expect(refused).toMatchObject({ errorCode: 'queue-full', statusCode: '500126' })
    expect(refused.errorMessage).toMatch(/5.*3.*2/)
    const replies = await Promise.all([start(sub, 2), start(company, 2)])
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    expect(await start(two!, 5)).toMatchObject({ success: true })
    const [taken] = [await take(), await take()]
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'load-failed' })
      .where('id', '=', taken!.id)
      .execute()
    await queue(company, 1)
    const left = taken!.accountId === company.accountId ? company : two!
    expect(await t.call(webCaptureCalls.retry, { body: { ids: [taken!.id] } }, left)).toMatchObject({
      errorCode: 'queue-full',
    })
  })

  it('finds its own worker’s captures claimed by no other', async () => {
    const [local] = await queue(one!, 1)
    await t.services.db.system.updateTable('evidence').set({ ownWorker: true }).where('id', '=', local!.id).execute()
    expect(await take()).toBeUndefined()
    expect((await claim(t.services.db, local!.id))?.id).toBe(local!.id)
    expect(await claim(t.services.db, newId())).toBeUndefined()
  })
})
