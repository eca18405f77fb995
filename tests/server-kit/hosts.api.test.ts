import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { invitationCalls } from '../../contract/accounts/invitations.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

// Two platforms on one installation: `local` answers to every host that nobody claims, `other` to its own.

const there = 'other.example'
const password = 'a long enough one'
let direct: TestApp
let proxied: TestApp
let theirs: Member
let ours: Member
let platformId: string

async function addOther(t: TestApp) {
  const id = newId()
  await t.services.db.system
    .insertInto('platform')
    .values({
      id,
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as never,
      hosts: [there, '[2001:db8::1]'],
    })
    .execute()
  return id
}

beforeAll(async () => {
  const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example:8080' }
  direct = await buildTestApp(production)
  proxied = await buildTestApp({ ...production, SHIMAKAZE_TRUSTED_PROXIES: '10.0.0.0/8' })
  platformId = await addOther(direct)
  await addOther(proxied)
  theirs = await direct.member({ name: '外站', platformId })
  ours = await direct.member({ name: '本站', passwordPhc: await hashPassword(password) })
  await direct.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => forgetLimits(direct))
afterAll(async () => {
  await direct.close()
  await proxied.close()
})

const platformAt = async (t: TestApp, headers: Record<string, string>, remoteAddress?: string) =>
  (
    await t.inject({ url: pathOf(dictionaryCalls.dictionary), headers, ...(remoteAddress ? { remoteAddress } : {}) })
  ).json<{ data: { notaryId: string } }>().data.notaryId

/** A request line as it stands, which no client library of ours would write. */
const raw = (path: string, host: string) =>
  new Promise<string>((done, fail) => {
    const request = ask(
      { port: (direct.app.server.address() as AddressInfo).port, host: '127.0.0.1', path, headers: { host } },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => done((JSON.parse(text) as { data: { notaryId: string } }).data.notaryId))
      },
    )
    request.on('error', fail)
    request.end()
  })

describe('the host decides the platform', () => {
  it.each([
    [there, 'other'],
    [`${there}:8443`, 'other'],
    ['OTHER.Example', 'other'],
    [`${there}.`, 'other'],
    [`${there}.:80`, 'other'],
    ['[2001:db8::1]', 'other'],
    ['[2001:DB8:0:0::1]:8443', 'other'],
    [`x${there}`, 'local'],
    [`${there}.evil.example`, 'local'],
    ['nobody.example', 'local'],
    ['127.0.0.1', 'local'],
    ['[::1]:3000', 'local'],
    [`evil@${there}`, 'local'],
    [`${there}..`, 'local'],
    [`${there}%00`, 'local'],
  ])('%s is %s', async (host, platform) => expect(await platformAt(direct, { host })).toBe(platform))

  it('an address in the request line counts more than the host beside it', async () => {
    const path = pathOf(dictionaryCalls.dictionary)
    expect(await raw(`http://${there}${path}`, 'nobody.example')).toBe('other')
    expect(await raw(`http://nobody.example${path}`, there)).toBe('local')
    expect(await raw(path, there)).toBe('other')
  })

  const claims = {
    'x-forwarded-host': there,
    forwarded: `host=${there}`,
    'x-original-host': there,
    'x-host': there,
    'x-forwarded-server': there,
    'x-http-host-override': there,
  }
  it.each(Object.entries(claims))('%s of anybody counts for nothing', async (name, value) => {
    expect(await platformAt(direct, { host: 'nobody.example', [name]: value })).toBe('local')
    expect(await platformAt(direct, { host: there, [name]: 'nobody.example' })).toBe('other')
    expect(
      await platformAt(
        proxied,
        { host: 'nobody.example', [name]: value, 'x-forwarded-for': '10.0.0.1' },
        '203.0.113.7',
      ),
    ).toBe('local')
  })

  it('a trusted proxy is believed, its own word alone', async () => {
    const at = (headers: Record<string, string>) =>
      platformAt(proxied, { host: 'inside.example', ...headers }, '10.0.0.1')
    expect(await at({ 'x-forwarded-host': there })).toBe('other')
    expect(await at({ 'x-forwarded-host': `nobody.example, ${there}` })).toBe('other')
    expect(await at({ 'x-forwarded-host': `${there}, nobody.example` })).toBe('local')
    for (const name of ['forwarded', 'x-original-host', 'x-host'])
      expect(await at({ [name]: name === 'forwarded' ? `host=${there}` : there })).toBe('local')
  })

  it('visitors’ addresses are taken from trusted proxies alone', async () => {
    const seen = async (t: TestApp, remoteAddress: string) => {
      const phone = '13612340000'
      await t.inject({
        method: 'POST',
        url: pathOf(sessionCalls.login),
        payload: { phone, password: 'x', ...(await answerCaptcha(t)) },
        headers: { 'x-forwarded-for': '198.51.100.9, 203.0.113.5', 'x-real-ip': '192.0.2.1' },
        remoteAddress,
      })
      return (
        await t.services.db.system
          .selectFrom('audit')
          .select('ip')
          .where('action', '=', 'session.refused')
          .orderBy('at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).ip
    }
    expect([
      await seen(direct, '192.0.2.55'),
      await seen(proxied, '192.0.2.55'),
      await seen(proxied, '10.1.2.3'),
    ]).toEqual(['192.0.2.55', '192.0.2.55', '203.0.113.5'])
  })

  it('many asked at once are never mixed up', async () => {
    const hosts = Array.from({ length: 300 }, (_, i) => (i % 3 ? there : `host-${i}.example`))
    const found = await Promise.all(hosts.map((host) => platformAt(direct, { host })))
    expect(found).toEqual(hosts.map((host) => (host === there ? 'other' : 'local')))
  })
})

describe('a local installation', () => {
  let local: TestApp
  beforeAll(async () => {
    local = await buildTestApp({ SHIMAKAZE_PUBLIC_URL: 'http://evidence.example:8080' })
    await addOther(local)
  })
  afterAll(() => local.close())
  const ask = (host: string, url = '/healthz') => local.inject({ url, headers: { host } })

  it.each([
    'localhost:8080',
    'preview.localhost',
    '127.0.0.1',
    '192.168.1.20:8080',
    '[::1]:8080',
    'evidence.example',
    there,
  ])('answers to %s', async (host) =>
    expect((await ask(host, pathOf(dictionaryCalls.dictionary))).json()).toMatchObject({ success: true }),
  )

  it.each(['evil.example', 'localhost.evil.example', 'evil@localhost.example', '127.0.0.1.evil.example', `x${there}`])(
    'answers no page and no call to %s, which somebody else may lead here',
    async (host) => {
      for (const url of ['/', '/login', '/healthz', '/docs/json', pathOf(dictionaryCalls.dictionary)]) {
        const answer = await ask(host, url)
        expect([url, answer.statusCode]).toEqual([url, 421])
        expect(answer.json()).toMatchObject({
          errorCode: 'unknown-host',
          errorMessage: expect.stringContaining('http://evidence.example:8080') as string,
        })
      }
    },
  )
})

describe('what belongs to one platform, at the other’s address', () => {
  const bean = async (headers: Record<string, string>) =>
    (await direct.inject({ url: pathOf(sessionCalls.bean), headers })).json<{ success: boolean; errorCode?: string }>()

  it('a session is none, by header or cookie', async () => {
    for (const as of [
      { 'x-auth-token': ours.token },
      { authorization: `Bearer ${ours.token}` },
      { cookie: `bq-x-token=${ours.token}` },
    ]) {
      expect(await bean(as)).toMatchObject({ success: true })
      expect(await bean({ ...as, host: there })).toMatchObject({ errorCode: 'session-gone' })
      expect(await bean({ ...as, host: there, 'x-account': ours.accountId })).toMatchObject({
        errorCode: 'session-gone',
      })
    }
    expect(await bean({ 'x-auth-token': theirs.token })).toMatchObject({ errorCode: 'session-gone' })
    expect(await bean({ 'x-auth-token': theirs.token, host: there })).toMatchObject({ success: true })
  })

  it('a phone and its password are unknown; the same phone is another person there', async () => {
    const login = async (host?: string) =>
      direct.call(
        sessionCalls.login,
        { body: { phone: ours.phone, password, ...(await answerCaptcha(direct)) } },
        undefined,
        host ? { host } : {},
      )
    expect((await login()).success).toBe(true)
    // A question that was asked here is not answered there.
    expect(await login(there)).toMatchObject({ errorCode: 'captcha-wrong' })
    const asked = () => answerCaptcha(direct, { host: there })
    const loginThere = async (secret: string) =>
      direct.call(
        sessionCalls.login,
        { body: { phone: ours.phone, password: secret, ...(await asked()) } },
        undefined,
        { host: there },
      )
    expect(await loginThere(password)).toMatchObject({ errorCode: 'wrong-credentials' })
    await direct.services.db.asSystem(async (tx) =>
      createMember(tx, {
        platformId,
        phone: ours.phone,
        personName: '同号',
        accountName: '同号',
        kind: 'personal',
        role: 'owner',
        passwordPhc: await hashPassword('another long one'),
        consentVersion: null,
      }),
    )
    expect(await loginThere(password)).toMatchObject({ errorCode: 'wrong-credentials' })
    expect((await loginThere('another long one')).success).toBe(true)
  })

  it('naming the other platform in a request is refused', async () => {
    const reply = await direct.call(sessionCalls.login, {
      body: { phone: ours.phone, password, notaryId: 'other', ...(await answerCaptcha(direct)) },
    })
    expect(reply).toMatchObject({ errorCode: 'unknown-platform' })
  })

  it('share links, extraction codes and numbers open nothing there, and are not used up', async () => {
    const { number } = await buildEvidence(direct, ours)
    const { token } = (
      await direct.call(shareCalls.create, { body: { ano: number, days: 1, withPackage: true } }, ours)
    ).data
    const { code } = (await direct.call(deliveryCalls.makeCode, { body: { ano: number, days: 1 } }, ours)).data
    const at = { host: there }
    expect(await direct.call(shareCalls.open, { params: { token }, query: {} }, undefined, at)).toMatchObject({
      errorCode: 'share-gone',
    })
    expect((await direct.inject({ url: pathOf(shareCalls.openPackage, { token }), headers: at })).statusCode).toBe(410)
    expect((await direct.call(shareCalls.list, { params: { ano: number } }, ours)).data.list[0]).toMatchObject({
      views: 0,
    })
    expect(
      (await direct.call(deliveryCalls.checkCode, { params: { ano: number }, query: { code } }, undefined, at)).data,
    ).toEqual({ valid: false, ticket: null })
    const { ticket } = (await direct.call(deliveryCalls.checkCode, { params: { ano: number }, query: { code } })).data
    const collect = (headers = {}) =>
      direct.inject({ url: pathOf(deliveryCalls.collect, { id: number }), query: { ticket: ticket! }, headers })
    expect((await collect(at)).statusCode).toBe(410)
    expect((await collect()).statusCode).toBe(200)
    expect(await direct.call(evidenceCalls.detail, { body: { ano: number } }, theirs, at)).toMatchObject({
      errorCode: 'not-found',
    })
  })
})

it('links lead to the platform that they are of', async () => {
  const link = async (who: Member, headers = {}) =>
    (
      await direct.call(
        shareCalls.create,
        { body: { ano: (await buildEvidence(direct, who)).number, days: 1, withPackage: false } },
        who,
        headers,
      )
    ).data.url
  expect(await link(ours)).toMatch(/^https:\/\/evidence\.example:8080\/attestation-share\//)
  expect(await link(theirs, { host: there })).toMatch(/^https:\/\/other\.example:8080\/attestation-share\//)
  expect((await direct.call(invitationCalls.list, { query: {} }, theirs, { host: there })).data.inviteUrl).toMatch(
    /^https:\/\/other\.example:8080\/registry\?invite=/,
  )
  expect((await direct.inject({ url: '/robots.txt', headers: { host: there } })).body).toContain(
    'https://other.example:8080/sitemap.xml',
  )
})
