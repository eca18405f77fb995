import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { behaviorCalls, countedEvents } from '../../contract/platform/behavior.ts'
import { domains } from '../../server/app/domains.ts'
import { bodyBoundOf } from '../../server/app/mount/body-bound.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { allCalls } from '../rules/matrix/all-calls.ts'

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
/** As `navigator.sendBeacon` sends a text: no header of the page's own comes along. */
const beacon = async (payload: string, headers: Record<string, string> = {}) => {
  const response = await t.inject({
    method: 'POST',
    url: pathOf(behaviorCalls.count),
    payload,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  })
  return { status: response.statusCode, ...response.json<{ errorCode?: string; data: unknown }>() }
}
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

describe('a beacon', () => {
  const view = JSON.stringify({ event: 'view', page: '/login', at: 1_700_000_000_000 })

  it('is counted as JSON is', async () => {
    expect(await beacon(view)).toMatchObject({ success: true, data: { accepted: true } })
    expect(await counted()).toMatchObject([{ page: '/login', event: 'view', count: 1 }])
  })

  it('is held to the same as JSON', async () => {
    expect(await beacon('{"event":"View"}')).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'event' }, { path: 'page', key: 'required' }] },
    })
    for (const text of ['', 'event=view&page=/login', '{"event":', '["view"]', '"view"', '{"__proto__":{}}'])
      expect(await beacon(text)).toMatchObject({ status: 200, errorCode: 'unreadable-body' })
    expect(await beacon(view.padEnd(bodyBoundOf(behaviorCalls.count) + 1))).toMatchObject({ errorCode: 'too-large' })
    expect(await counted()).toEqual([])
  })

  it('of somebody signed in is taken from our own pages alone, by what the browser says', async () => {
    const cookie = `bq-x-token=${(await t.member()).token}`
    const [origin, host] = ['http://localhost', 'localhost']
    expect(await beacon(view, { cookie, origin, host })).toMatchObject({ data: { accepted: true } })
    for (const headers of [{}, { origin: 'https://other.example' }, { origin: 'null' }])
      expect(await beacon(view, { cookie, host, ...headers })).toMatchObject({ errorCode: 'origin-refused' })
  })

  it('is taken by this call alone', async () => {
    expect(allCalls.filter(({ call }) => call.beacon).map(({ title }) => title)).toEqual(['behavior.count'])
    const others = allCalls.filter(({ call }) => call.body && call.right === 'public' && !call.beacon)
    expect(others.length).toBeGreaterThan(20)
    const read = await Promise.all(
      others.map(async ({ title, call }, i) => {
        const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((part) => [part[1]!, newId()])
        const answer = await t.inject({
          method: call.method,
          url: pathOf(call, Object.fromEntries(names) as Record<string, string>),
          remoteAddress: `203.0.113.${i}`,
          payload: '{}',
          headers: { 'content-type': 'text/plain' },
        })
        const { errorCode } = answer.json<{ errorCode?: string }>()
        return errorCode === 'unreadable-body' ? [] : [{ title, errorCode }]
      }),
    )
    expect(read.flat()).toEqual([])
  })
})
