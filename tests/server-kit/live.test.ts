import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { liveCalls } from '../../contract/platform/live.ts'
import { insertSub } from '../../server/accounts/members/sub-accounts.repo.ts'
import { newId } from '../../server/kit/ids.ts'
import { announce, type LiveRow } from '../../server/kit/notify/live.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { until } from '../kit/browser/until.ts'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await buildTestApp()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

const idsOf = (heard: LiveRow[]) => heard.map(({ payload }) => (payload as { id: string }).id)

it('an event whose transaction ends after that of a later one is heard, and comes after it for whoever comes back', async () => {
  const { db, live } = t.services
  const account = newId()
  const heard: LiveRow[] = []
  const stop = await live.follow(account, (row) => void heard.push(row))
  const slow = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const first = db.asSystem(async (tx) => {
    await announce(tx, account, { topic: 'evidence', id: 'slow' })
    written.resolve()
    await slow.promise
  })
  await written.promise
  await db.asSystem((tx) => announce(tx, account, { topic: 'evidence', id: 'quick' }))
  await until('the quick one to be heard', () => heard.length === 1 || undefined)
  slow.resolve()
  await first
  await until('the slow one to be heard', () => heard.length === 2 || undefined)
  expect(idsOf(heard)).toEqual(['quick', 'slow'])
  expect(idsOf(await live.missed(account, heard[0]!.id))).toEqual(['slow'])
  stop()
})

it('what many tell at once is heard whole, and the same by two who listen', async () => {
  const { db, live } = t.services
  const account = newId()
  const [one, other]: [LiveRow[], LiveRow[]] = [[], []]
  const stops = await Promise.all([one, other].map((heard) => live.follow(account, (row) => void heard.push(row))))
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      db.asSystem(async (tx) => {
        await announce(tx, account, { topic: 'evidence', id: `a${i}` })
        await wait((i * 7) % 20)
        await announce(tx, account, { topic: 'evidence', id: `b${i}` })
      }),
    ),
  )
  await until('all to be heard', () => one.length === 120 || undefined, 100)
  expect(new Set(idsOf(one)).size).toBe(120)
  expect(one).toEqual(other)
  stops.forEach((stop) => stop())
})

it('what was missed is read so much at a time, and told whole to whoever asks for it', async () => {
  const { db, live } = t.services
  const me = await t.member()
  await sql`insert into live_event (account_id, payload) select ${me.accountId}, '{"topic":"evidence","id":"x"}'::jsonb from generate_series(1, 1300)`.execute(
    db.system,
  )
  expect((await live.missed(me.accountId, 0)).length).toBeLessThanOrEqual(500)
  const gone = new AbortController()
  const stream = await fetch(`${base}${pathOf(liveCalls.stream)}`, {
    headers: { 'x-auth-token': me.token, 'last-event-id': '0' },
    signal: gone.signal,
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.includes('event: at')) break
  }
  gone.abort()
  expect(text.match(/"id":"x"/g)).toHaveLength(1300)
})

it('whoever left an account hears nothing more of it, though another gives them the same rights', async () => {
  const [first, second] = [await t.member({ kind: 'enterprise' }), await t.member({ kind: 'enterprise' })]
  const sub = await t.sub(first, { grants: ['evidence.all'] })
  const { platformId } = t
  await t.services.db.asSystem((tx) =>
    insertSub(tx, {
      platformId,
      accountId: second.accountId,
      personId: sub.personId,
      grants: ['evidence.all'],
      quota: null,
      budget: null,
      dept: '',
    }),
  )
  const timers = vi.spyOn(globalThis, 'setInterval')
  const { body } = await fetch(`${base}${pathOf(liveCalls.stream)}`, { headers: { 'x-auth-token': sub.token } })
  const beats = timers.mock.calls.flatMap(([beat, every]) => (every === 20_000 ? [beat as () => void] : []))
  timers.mockRestore()
  expect(beats).toHaveLength(1)
  await t.services.db.system
    .updateTable('membership')
    .set({ status: 'DELETED' })
    .where('id', '=', sub.membershipId)
    .execute()
  beats[0]!()
  let ended = false
  void new Response(body).text().then(() => (ended = true))
  await until('the stream to end', () => ended || undefined)
})
