import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { behaviorCalls, countedEvents } from '../../contract/platform/behavior.ts'
import { domains } from '../../server/app/domains.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp({}, { clock: new Date('2026-11-24T04:00:00Z') })
})
beforeEach(async () => {
  await t.services.db.system.deleteFrom('rateWindow').execute()
  await t.services.db.system.deleteFrom('behaviorCount').execute()
})
afterAll(() => t.close())

const tell = async (event: string, { page = '/login', from = '198.51.100.7' } = {}) =>
  (
    await t.inject({
      method: 'POST',
      url: `/shimakaze/${behaviorCalls.count.path}`,
      remoteAddress: from,
      payload: { event, page },
    })
  ).json<{ data: { accepted: boolean } | null }>().data?.accepted
const counted = async () =>
  t.services.db.system.selectFrom('behaviorCount').select(['day', 'page', 'event', 'count']).execute()

describe('uses of pages that anybody tells of', () => {
  it('are known events on declared pages, whatever else is sent', async () => {
    for (const event of countedEvents) expect(await tell(event)).toBe(true)
    for (const event of ['zzz', 'view-a', 'constructor', 'view-b']) expect(await tell(event)).toBe(false)
    expect(await tell('view', { page: '/nowhere' })).toBe(false)
    expect((await counted()).map((c) => c.event).sort()).toEqual([...countedEvents].sort())
  })

  it('are counted so often a day from one address, and from others still', async () => {
    await tell('view')
    await t.services.db.system.updateTable('rateWindow').set({ hits: 1_999 }).execute()
    expect([await tell('view'), await tell('view'), await tell('view', { from: '198.51.100.8' })]).toEqual([
      true,
      false,
      true,
    ])
    expect(await counted()).toMatchObject([{ count: 3 }])
  })

  it('go after two years by a sweep of the domain', async () => {
    const { platformId } = t
    for (const day of ['2024-11-23', '2024-11-24', '2026-11-24'])
      await sql`insert into behavior_count (platform_id, day, page, event, count) values (${platformId}, ${day}, '/login', 'view', 1)`.execute(
        t.services.db.system,
      )
    const sweep = domains.flatMap((d) => d.sweeps ?? []).find((s) => s.name === 'use of pages')
    await sweep!.run(t.services, { error: () => {} } as never)
    expect(await counted()).toHaveLength(2)
  })
})
