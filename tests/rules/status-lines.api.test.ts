import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { allCalls } from './matrix/all-calls.ts'

// The status line of every refusal is the one that README names, whoever is refused and whatever they sent.

let t: TestApp
let database: pg.Client
let administrator: Member
beforeAll(async () => {
  t = await buildTestApp()
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
})
afterAll(async () => {
  await database?.end()
  await t?.close()
})

/** As README has it; every other refusal is 200, and 400 where bytes were asked for. */
const ownStatus: Partial<Record<ErrorCode, number>> = {
  'too-large': 413,
  'too-frequent': 429,
  'unknown-route': 404,
  'two-hosts': 400,
  'unknown-host': 421,
  internal: 500,
  'platform-closed': 503,
  'storage-failed': 503,
  'part-away': 503,
  'storage-full': 507,
}
const ofBytes: Partial<Record<ErrorCode, number>> = {
  'session-gone': 401,
  forbidden: 403,
  'account-not-yours': 403,
  'not-found': 404,
  'share-gone': 410,
}
const statusNamed = (code: ErrorCode, givesBytes: boolean) =>
  ownStatus[code] ?? (givesBytes ? (ofBytes[code] ?? 400) : 200)

it.each(['a visitor', 'an administrator'])('of %s is the one that README names, in every call', async (who) => {
  const wrong: unknown[] = []
  for (const { call } of allCalls) {
    if (call.kind === 'events') continue
    const names = Object.keys((call.params?.shape ?? {}) as object)
    const response = await t.inject({
      method: call.method,
      url: pathOf(call, Object.fromEntries(names.map((name) => [name, newId()]))),
      ...(call.method === 'GET' ? {} : { payload: { nothing: true } }),
      headers: who === 'a visitor' ? {} : { 'x-auth-token': administrator.token },
    })
    const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
    const { errorCode } = (isEnvelope ? response.json() : {}) as { errorCode?: ErrorCode }
    if (!errorCode) continue
    const expected = statusNamed(errorCode, call.kind === 'bytes')
    if (response.statusCode !== expected)
      wrong.push({ path: call.path, errorCode, status: response.statusCode, expected })
  }
  expect(wrong).toEqual([])
})
