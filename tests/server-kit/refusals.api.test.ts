import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { watchRefusals } from '../../server/app/mount/refusals.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
afterEach(() => void vi.useRealTimers())

async function counted(): Promise<Record<string, number>> {
  const { body } = await t.inject({ method: 'GET', url: '/metrics' })
  const lines = [...body.matchAll(/^shimakaze_refusals_total\{code="([a-z-]+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, code = '', n]) => [code, Number(n)]))
}

it('calls without the right, in accounts of others and from other sites are counted where operators look', async () => {
  const owner = await t.member({ kind: 'enterprise' })
  const sub = await t.sub(owner)
  const before = await counted()
  await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: '张三' } as never }, sub)
  await t.call(headerCalls.list, { query: {} }, owner, { 'x-account': newId() })
  const url = pathOf(headerCalls.list)
  for (const origin of ['https://another.example', 'null'])
    await t.inject({
      method: 'POST',
      url: pathOf(headerCalls.create),
      payload: {},
      headers: { origin, 'x-auth-token': owner.token },
    })
  await t.inject({ method: 'GET', url, headers: { host: 'somewhere.example' } })
  const after = await counted()
  const more = Object.fromEntries(Object.entries(after).map(([code, n]) => [code, n - (before[code] ?? 0)]))
  expect(more).toEqual({
    forbidden: 1,
    'account-not-yours': 1,
    'origin-refused': 2,
    'unknown-host': 1,
    'two-hosts': 0,
    'too-frequent': 0,
  })
})

it('of each kind the log has twenty lines a minute, with call and origin and nothing of what was asked, and how many there were besides', () => {
  vi.useFakeTimers()
  const [out, refusals] = [new PassThrough(), watchRefusals()]
  const request = {
    log: pino({ base: null, timestamp: false }, out),
    ip: '2001:db8:1:2:3:4:5:6',
    method: 'GET',
    url: '/shimakaze/x?secret=1',
    routeOptions: { url: '/shimakaze/x' },
  } as unknown as FastifyRequest
  for (let n = 0; n < 70; n++) refusals.note('two-hosts', request)
  refusals.note('not-found', request)
  vi.advanceTimersByTime(60_000)
  const lines = String(out.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toHaveLength(21)
  expect(lines[0]).toEqual({
    level: 40,
    refused: 'two-hosts',
    method: 'GET',
    url: '/shimakaze/x',
    origin: '2001:db8:1:2::/64',
    msg: 'refused',
  })
  expect(lines.at(-1)).toEqual({ level: 40, refused: 'two-hosts', repeated: 50, msg: 'refused' })
})
