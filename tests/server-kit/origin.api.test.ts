import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { openApiBase, operations } from '../../contract/open-api/operations.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { limitOfClass } from '../../server/kit/calls/rate-limits.ts'
import { originOf } from '../../server/kit/calls/origin.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { forgetLimits, roomInMinute } from '../kit/people/forget-limits.ts'

let t: TestApp
beforeAll(async () => (t = await buildTestApp({}, { clock: new Date() })))
afterAll(() => t.close())
beforeEach(() => forgetLimits(t))

describe('where somebody comes from', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unix:', 'unix:'],
  ])('%s counts as %s', (ip, origin) => expect(originOf(ip)).toBe(origin))
})

const url = `${pathOf(shareCalls.byHash)}?hash=${'0'.repeat(64)}`
/** True where the limit refuses. */
const refused = async (remoteAddress: string) =>
  (await t.inject({ method: 'GET', url, remoteAddress })).json<{ errorCode?: string }>().errorCode === 'too-frequent'

describe('a limit by address', () => {
  beforeEach(roomInMinute)

  it('holds a whole IPv6 network as one visitor, and its neighbour as another', async () => {
    const { hits } = limitOfClass['public-query']
    const answers = []
    for (let i = 0; i < 300; i++) answers.push(await refused(`2001:db8:1:2:${i.toString(16)}::1`))
    expect(answers).toEqual([...Array(hits).fill(false), ...Array(300 - hits).fill(true)])
    expect(await refused('2001:db8:1:3::1')).toBe(false)
  })

  it('holds an IPv4 address however it is written, and no other', async () => {
    for (let i = 0; i < limitOfClass['public-query'].hits; i++) expect(await refused('203.0.113.9')).toBe(false)
    expect(await refused('::ffff:203.0.113.9')).toBe(true)
    expect(await refused('203.0.113.10')).toBe(false)
  })

  it('names no whole IPv6 address, whatever is counted', async () => {
    const works = async () => {}
    const authority = { answer: async () => new ArrayBuffer(0), trustMaterial: () => ({ ca: '' }) }
    const app = await buildApp(
      { ...t.services, config: { ...t.services.config, previewOrigin: 'http://files.localhost' } },
      { database: works, storage: works, worker: works, trust: works, browser: works },
      authority as never,
    )
    const remoteAddress = '2001:db8:1:2::abcd'
    const ask = (method: 'GET' | 'POST', url: string, more: object = {}) =>
      app.inject({ method, url, remoteAddress, ...more })
    const query = { headers: { 'content-type': 'application/timestamp-query' }, payload: 'query' }
    await ask('GET', '/p/token', { headers: { host: 'files.localhost' } })
    await ask('GET', '/log/keys')
    await ask('GET', '/log/2026/checkpoint')
    await ask('GET', '/trust/ca.pem')
    await ask('POST', '/timestamp', query)
    await ask('POST', `${openApiBase}/${Object.keys(operations)[0]!}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        request_id: 'r'.repeat(32),
        access_key: 'a'.repeat(32),
        tonce: String(Math.floor(Date.now() / 1000)),
        payload: '{}',
        signature: 'c2lnbmF0dXJl',
      }).toString(),
    })
    await ask('POST', pathOf(sessionCalls.login), { payload: { phone: '13933330001', password: 'guess guess' } })
    await ask('POST', pathOf(sessionCalls.sendLoginCode), {
      payload: { phone: '13933330001', ...(await answerCaptcha(t)) },
    })
    await app.close()
    const counted = []
    for (const table of ['rateWindow', 'callWindow'] as const)
      counted.push(...(await t.services.db.system.selectFrom(table).select('bucket').execute()).map((r) => r.bucket))
    expect(counted.filter((bucket) => bucket.includes('abcd'))).toEqual([])
    const byOrigin = counted.filter((bucket) => bucket.includes('2001:db8:1:2::/64'))
    for (const kind of [
      'log',
      'open-api-ip',
      'password',
      'read:preview',
      'secret',
      'sms-address',
      'timestamp',
      'trust',
    ])
      expect(byOrigin).toContainEqual(expect.stringMatching(new RegExp(`^${kind}`)))
  })

  it('leaves the whole address on record', async () => {
    const member = await t.member()
    const remoteAddress = '2001:db8:1:2::abcd'
    await t.inject({
      method: 'POST',
      url: pathOf(sessionCalls.login),
      remoteAddress,
      payload: { phone: member.phone, password: 'guess guess' },
    })
    const rows = await t.services.db.system
      .selectFrom('audit')
      .select('ip')
      .where('action', '=', 'session.refused')
      .where('subjectId', '=', member.personId)
      .execute()
    expect(rows).toEqual([{ ip: remoteAddress }])
  })
})
