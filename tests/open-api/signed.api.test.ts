import { execFile } from 'node:child_process'
import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { newId } from '../../server/kit/ids.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { sweepRequests } from '../../server/open-api/requests.repo.ts'
import { isWithin } from '../../server/open-api/admit.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { type SignedForm, signedForm } from '../kit/people/signed-form.ts'

let t: TestApp
let me: Member
let key: { id: string; accessKey: string }
const pair = newKeyPair()
beforeAll(async () => {
  t = await buildTestApp({ SHIMAKAZE_TRUSTED_PROXIES: '10.0.0.1' })
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  key = await addKey()
})
afterAll(() => t.close())

async function addKey(body: { ips?: string[] } = {}, as = me, publicKey = pair.publicKey) {
  const { data, success } = await t.call(keyCalls.create, { body: { name: '夜间任务', publicKey, ...body } }, as)
  expect(success).toBe(true)
  return data
}

const now = () => Math.floor(Date.now() / 1000)
const signed = (
  operation: string,
  payload: unknown,
  over: Partial<SignedForm> = {},
  privateKey: KeyObject = pair.privateKey,
) => signedForm({ accessKey: key.accessKey, privateKey }, operation, payload, over)

async function send(
  operation: string,
  fields: object,
  { headers = {}, ip = '127.0.0.1' }: { headers?: Record<string, string>; ip?: string } = {},
) {
  const response = await t.inject({
    method: 'POST',
    url: `/open-api/v1/${operation}`,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })
  const type = String(response.headers['content-type'])
  const json = type.startsWith('application/json')
    ? (response.json() as { success: boolean; code: string; message: string; requestId: string; data: never })
    : undefined
  return { status: response.statusCode, type, code: json?.code, body: response.rawPayload, ...json, http: response }
}
const ask = (operation: string, payload: unknown, over: Partial<SignedForm> = {}, options = {}) =>
  send(operation, signed(operation, payload, over), options)
/** Of each call its outcome, newest first; a row is written once the answer has gone out. */
const logOf = async (rows: number, id = key.id) => {
  await expect.poll(async () => (await t.call(keyCalls.log, { params: { id }, query: {} }, me)).data.total).toBe(rows)
  return (await t.call(keyCalls.log, { params: { id }, query: {} }, me)).data.list
}
const wanted = (over: object = {}) => ({
  urls: ['https://example.com/a', 'https://example.com/b'],
  unique_id: `order-${randomUUID()}`,
  ...over,
})
const captures = async (accountId = me.accountId) =>
  await t.services.db.system
    .selectFrom('evidence')
    .select(['number', 'url', 'personId', 'request'])
    .where('accountId', '=', accountId)
    .execute()

describe('a signed request', () => {
  it('starts captures, once for each unique id, as the person whose key it is', async () => {
    const payload = wanted({ name: '夜间', labels: ['自动'], twoStage: true })
    const first = await ask('capture-url', payload)
    expect(first).toMatchObject({
      status: 200,
      success: true,
      code: 'ok',
      message: '',
      data: { list: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }] },
    })
    expect((await ask('capture-url', payload)).data).toEqual(first.data)
    expect(await captures()).toMatchObject([
      { personId: me.personId, request: { twoStage: true } },
      { personId: me.personId },
    ])
    const act = await t.services.db.system
      .selectFrom('audit')
      .select(['actorName', 'actorPersonId', 'details'])
      .where('accountId', '=', me.accountId)
      .where('action', '=', 'capture.queued')
      .executeTakeFirstOrThrow()
    expect(act).toMatchObject({
      actorName: me.name,
      actorPersonId: me.personId,
      details: { by: 'api', key: '夜间任务' },
    })
    expect(await logOf(2)).toMatchObject([
      { operation: 'capture-url', result: 'ok', ip: '127.0.0.1' },
      { result: 'ok' },
    ])
    expect((await t.call(keyCalls.get, { params: { id: key.id } }, me)).data).toMatchObject({
      calls: 2,
      lastUsedAt: expect.any(String) as string,
    })
  })

  it('is taken as multipart form data too', async () => {
    const fields = signed('query', { nos: ['260101000000000000'] })
    const payload = `${Object.entries(fields)
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`
    const response = await t.inject({
      method: 'POST',
      url: '/open-api/v1/query',
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(response.json()).toMatchObject({
      success: true,
      requestId: fields.request_id,
      data: { list: [], absent: ['260101000000000000'] },
    })
  })

  it('confirms, cancels and tells the state by number and by unique id', async () => {
    const waiting = await buildEvidence(t, me, { status: 'to-confirm' })
    expect((await ask('confirm', { no: waiting.number })).data).toEqual({ no: waiting.number, status: 'collected' })
    const payload = wanted()
    const { data } = await ask('capture-url', payload)
    const [one, two] = (data as unknown as { list: { no: string }[] }).list
    expect((await ask('cancel', { no: one!.no })).data).toEqual({ no: one!.no, status: 'cancelled' })
    expect((await ask('query', { unique_id: payload.unique_id })).data).toMatchObject({
      list: [
        { no: one!.no, status: 'cancelled' },
        { no: two!.no, status: 'queued', files: [] },
      ],
      absent: [],
    })
    expect((await ask('query', { nos: [waiting.number] })).data).toMatchObject({
      list: [{ status: 'collected', completeness: 'full', files: [{ sha256: waiting.sha256 }] }],
    })
    expect(await ask('confirm', { no: one!.no })).toMatchObject({ status: 200, success: false, code: 'wrong-state' })
  })

  it('fetches certificate and package as bytes, on the record', async () => {
    const { number } = await buildEvidence(t, me)
    expect(await ask('certificate', { no: number })).toMatchObject({
      status: 200,
      type: 'application/pdf',
      body: Buffer.from(`content of ${number}`),
    })
    expect(await ask('package', { no: number })).toMatchObject({ status: 200, type: 'application/vnd.etsi.asic-e+zip' })
    const rows = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('accountId', '=', me.accountId)
      .where('action', 'like', '%downloaded')
      .orderBy('at')
      .execute()
    expect(rows).toMatchObject([
      { action: 'certificate.downloaded', details: { by: 'api' } },
      { action: 'package.downloaded', details: { by: 'api' } },
    ])
  })
})

describe('what is refused before anything runs', () => {
  it.each(['request_id', 'access_key', 'tonce', 'payload'] as const)('%s changed after signing', async (name) => {
    const fields = signed('query', { nos: ['260101000000000000'] })
    const changed = {
      request_id: 'another',
      access_key: '0'.repeat(32),
      tonce: String(Number(fields.tonce) + 1),
      payload: `${fields.payload} `,
    }
    expect(await send('query', { ...fields, [name]: changed[name] })).toMatchObject({ status: 401, code: 'refused' })
  })

  it('a signature for another operation, by another key, or of another kind', async () => {
    const payload = { no: '260101000000000000' }
    expect(await send('certificate', signed('package', payload))).toMatchObject({ status: 401, code: 'refused' })
    expect(await send('package', signed('package', payload, {}, newKeyPair().privateKey))).toMatchObject({
      status: 401,
      code: 'refused',
    })
    expect(await ask('package', payload, { signature: Buffer.alloc(256, 1).toString('base64') })).toMatchObject({
      status: 401,
      code: 'refused',
    })
  })

  it('whoever sends wrong signatures by the hundred fills no log, and does not keep the key from its owner', async () => {
    for (let n = 0; n < 130; n++) await ask('query', {}, { signature: 'AAAA' })
    expect(await ask('query', { nos: ['260101000000000000'] })).toMatchObject({ code: 'ok' })
    await expect
      .poll(
        async () =>
          (await t.call(keyCalls.log, { params: { id: key.id }, query: { pageSize: 1 } }, me)).data.list[0]?.result,
      )
      .toBe('ok')
    const { n } = await t.services.db.system
      .selectFrom('apiCall')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('keyId', '=', key.id)
      .where('result', '=', 'signature')
      .executeTakeFirstOrThrow()
    // Sixty a minute, and a new minute may have begun in between.
    expect(Number(n)).toBeLessThanOrEqual(120)
    expect(Number(n)).toBeGreaterThanOrEqual(60)
  })

  it('a wrong signature, an unknown key, a disabled, expired and revoked one, a wrong address: all in the same words; the log tells the owner why', async () => {
    const { publicKey, privateKey } = newKeyPair()
    const other = await addKey({ ips: ['203.0.113.7'] }, me, publicKey)
    const about = (o: object) =>
      t.services.db.forAccount(me, (tx) => tx.updateTable('apiKey').set(o).where('id', '=', key.id).execute())
    const answers = [
      await ask('query', {}, { signature: 'AAAA' }),
      await ask('query', {}, { access_key: '0'.repeat(32) }),
      await send('query', signed('query', {}, { access_key: other.accessKey }, privateKey)),
    ]
    for (const [set, back] of [
      [{ status: 'DISABLED' }, { status: 'ACTIVE' }],
      [{ expiresAt: new Date(Date.now() - 1_000) }, { expiresAt: null }],
      [{ status: 'REVOKED' }, { status: 'ACTIVE' }],
    ] as const) {
      await about(set)
      answers.push(await ask('query', {}))
      await about(back)
    }
    const plain = answers.map(({ status, code, message, data }) => JSON.stringify({ status, code, message, data }))
    expect(new Set(plain).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, code: 'refused' })
    expect((await logOf(4)).map((c) => c.result)).toEqual(['revoked', 'expired', 'disabled', 'signature'])
    expect((await logOf(1, other.id)).map((c) => c.result)).toEqual(['address'])
  })

  it('takes a tonce within 300 seconds of its clock and no other', async () => {
    for (const by of [-299, 299])
      expect((await ask('query', { nos: ['260101000000000000'] }, { tonce: String(now() + by) })).code).toBe('ok')
    for (const by of [-302, 302])
      expect(await ask('query', {}, { tonce: String(now() + by) })).toMatchObject({ status: 401, code: 'clock' })
  })

  it.each([
    ['request_id', ''],
    ['request_id', 'x'.repeat(33)],
    ['request_id', 'a b'],
    ['tonce', '1e9'],
    ['tonce', '-1'],
    ['tonce', '9'.repeat(20)],
    ['access_key', 'x'],
    ['signature', 'not base64!'],
    ['signature', ''],
  ] as const)('%s “%s”', async (name, value) => {
    expect(await send('query', { ...signed('query', {}), [name]: value })).toMatchObject({
      status: 400,
      code: 'malformed',
    })
  })

  it('a missing field, a field twice, a body of another kind, an unknown operation, too large a payload', async () => {
    const { payload: _, ...rest } = signed('query', {})
    expect(await send('query', rest)).toMatchObject({ status: 400, code: 'malformed' })
    const twice = `${new URLSearchParams(signed('query', {}) as never).toString()}&tonce=1`
    const raw = (payload: string, type: string) =>
      t.inject({ method: 'POST', url: '/open-api/v1/query', payload, headers: { 'content-type': type } })
    expect((await raw(twice, 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 'malformed' })
    expect((await raw(JSON.stringify(signed('query', {})), 'application/json')).json()).toMatchObject({
      code: 'malformed',
    })
    expect((await raw('x', 'text/plain')).json()).toMatchObject({ success: false, code: 'malformed' })
    expect((await raw('--b', 'multipart/form-data; boundary=b')).json()).toMatchObject({ code: 'malformed' })
    for (const name of ['nothing', 'constructor', '__proto__'])
      expect(await send(name, signed(name, {}))).toMatchObject({ status: 404, code: 'unknown-operation' })
    expect(await ask('query', JSON.stringify({ x: 'x'.repeat(64 * 1024) }))).toMatchObject({
      status: 413,
      code: 'too-large',
    })
  })

  it('says why in the language that is asked for', async () => {
    const zh = await ask('query', {}, { signature: 'AAAA' })
    const en = await ask('query', {}, { signature: 'AAAA' }, { headers: { 'x-lang': 'en' } })
    const accepted = await ask('query', {}, { signature: 'AAAA' }, { headers: { 'accept-language': 'en-GB' } })
    expect([/请求被拒绝/.test(zh.message!), /was refused/.test(en.message!), accepted.message === en.message]).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('a request that is sent again', () => {
  it('runs once, though twenty copies arrive at once', async () => {
    const fields = signed('capture-url', wanted())
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('capture-url', fields)))
    expect(answers.filter((a) => a.code === 'ok')).toHaveLength(1)
    expect(answers.filter((a) => a.code === 'replayed' && a.status === 409)).toHaveLength(19)
    expect(await captures()).toHaveLength(2)
  })

  it('is known for as long as its time is good, and forgotten after', async () => {
    const fields = signed('query', { nos: ['260101000000000000'] })
    await send('query', fields)
    await sweepRequests(t.services.db)
    expect((await send('query', fields)).code).toBe('replayed')
    // Another key may use the same id.
    const { publicKey, privateKey } = newKeyPair()
    const other = await addKey({}, me, publicKey)
    expect(
      (
        await send(
          'query',
          signed(
            'query',
            { nos: ['260101000000000000'] },
            { request_id: fields.request_id, access_key: other.accessKey },
            privateKey,
          ),
        )
      ).code,
    ).toBe('ok')
  })
})

describe('where a key may be used from', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.8', '203.0.113.7', false],
    ['203.0.113.200', '203.0.113.0/24', true],
    ['203.0.114.1', '203.0.113.0/24', false],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['2001:db8::1', '2001:0db8:0:0::1', true],
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['203.0.113.7', '::/0', false],
    ['nonsense', '0.0.0.0/0', false],
  ])('%s in %s: %s', (ip, network, within) => expect(isWithin(ip, network)).toBe(within))

  it('is the address that a trusted proxy tells, and of nobody else', async () => {
    const { publicKey, privateKey } = newKeyPair()
    const bound = await addKey({ ips: ['203.0.113.0/24'] }, me, publicKey)
    const from = (ip: string, headers: Record<string, string> = {}) =>
      send('query', signed('query', { nos: ['260101000000000000'] }, { access_key: bound.accessKey }, privateKey), {
        ip,
        headers,
      })
    expect((await from('203.0.113.7')).code).toBe('ok')
    expect((await from('10.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).code).toBe('ok')
    expect((await from('198.51.100.1', { 'x-forwarded-for': '203.0.113.7' })).code).toBe('refused')
    expect((await from('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).code).toBe('refused')
  })
})

describe('rights', () => {
  /** Only owners add keys; one whose owner became a sub-account since acts by what is left to them. */
  async function keyOfSub(grants: Parameters<TestApp['sub']>[1]) {
    const sub = await t.sub(me, grants)
    await t.services.db.system
      .insertInto('apiKey')
      .values({
        id: newId(),
        platformId: t.platformId,
        accountId: me.accountId,
        membershipId: sub.membershipId,
        name: 'sub',
        accessKey: randomUUID().replaceAll('-', ''),
        publicKey: createPublicKey(subPair.publicKey).export({ type: 'spki', format: 'der' }),
        bits: 2048,
        fingerprint: newId(),
      })
      .execute()
    const { accessKey } = await t.services.db.system
      .selectFrom('apiKey')
      .select('accessKey')
      .where('membershipId', '=', sub.membershipId)
      .executeTakeFirstOrThrow()
    return {
      sub,
      ask: (operation: string, payload: unknown) =>
        send(operation, signed(operation, payload, { access_key: accessKey }, subPair.privateKey)),
    }
  }
  const subPair = newKeyPair()

  it('are those of the person at the time of the call', async () => {
    const mine = await buildEvidence(t, me)
    const { sub, ask: as } = await keyOfSub({ grants: [] })
    expect(await as('capture-url', wanted())).toMatchObject({ status: 200, success: false, code: 'forbidden' })
    expect((await as('certificate', { no: mine.number })).code).toBe('forbidden')
    expect((await as('query', { nos: [mine.number] })).data).toEqual({ list: [], absent: [mine.number] })
    await t.services.db.system
      .updateTable('membership')
      .set({ grants: ['captures.start', 'evidence.download'], quota: 1 })
      .where('id', '=', sub.membershipId)
      .execute()
    expect((await as('capture-url', wanted())).code).toBe('quota-short')
    expect((await as('capture-url', wanted({ urls: ['https://example.com/'] }))).code).toBe('ok')
    expect((await as('certificate', { no: mine.number })).code).toBe('not-found')
  })

  it.each([
    [
      'the part',
      () =>
        t.services.db.system
          .updateTable('membership')
          .set({ status: 'DISABLED' })
          .where('id', '=', me.membershipId)
          .execute(),
    ],
    [
      'the person',
      () =>
        t.services.db.system.updateTable('person').set({ status: 'DISABLED' }).where('id', '=', me.personId).execute(),
    ],
    [
      'the account',
      () =>
        t.services.db.system
          .updateTable('account')
          .set({ status: 'DISABLED' })
          .where('id', '=', me.accountId)
          .execute(),
    ],
  ])('end at once with %s', async (_, disable) => {
    expect((await ask('query', { nos: ['260101000000000000'] })).code).toBe('ok')
    await disable()
    expect(await ask('query', { nos: ['260101000000000000'] })).toMatchObject({ status: 401, code: 'refused' })
  })

  it('reach no evidence of another account: it answers as if it did not exist', async () => {
    const theirs = await buildEvidence(t, await t.member({ kind: 'enterprise' }), { status: 'to-confirm' })
    expect((await ask('query', { nos: [theirs.number] })).data).toEqual({ list: [], absent: [theirs.number] })
    for (const operation of ['confirm', 'cancel', 'certificate', 'package'])
      expect((await ask(operation, { no: theirs.number })).code).toBe('not-found')
  })

  it('end at the platform’s own host', async () => {
    const platformId = newId()
    await t.services.db.system
      .insertInto('platform')
      .values({
        id: platformId,
        notaryId: `p${Date.now()}`,
        name: JSON.stringify({ zh: '另一平台' }) as unknown as Json,
        hosts: [`${platformId}.example`],
      })
      .execute()
    expect(await ask('query', {}, {}, { headers: { host: `${platformId}.example` } })).toMatchObject({
      status: 401,
      code: 'refused',
    })
  })
})

describe('payloads', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  it.each([
    ['no JSON', 'x'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['NUL', '{"no":"\0"}'],
    ['NUL, escaped', '{"no":"\\u0000"}'],
    ['a lone surrogate', '{"no":"\\ud800"}'],
    ['very deep', deep],
    ['very deep, in a field', `{"nos":${deep}}`],
    ['a prototype', '{"__proto__":{"no":"260101000000000000"}}'],
    ['wide', JSON.stringify({ nos: Array.from({ length: 3_000 }, () => '260101000000000000') })],
  ])('of %s are refused in words by every operation', async (_, payload) => {
    for (const operation of ['capture-url', 'confirm', 'cancel', 'query', 'certificate', 'package'])
      expect(await ask(operation, payload)).toMatchObject({ status: 200, success: false, code: 'bad-parameter' })
  })

  it('name the wrong fields, and addresses that may not be captured', async () => {
    expect((await ask('capture-url', { urls: [], unique_id: 'x' })).data).toMatchObject({
      fields: [{ path: 'urls' }, { path: 'unique_id' }],
    })
    expect(
      (await ask('capture-url', wanted({ urls: ['http://127.0.0.1/', 'ftp://example.com/'] }))).data,
    ).toMatchObject({ fields: [{ path: 'urls.0' }, { path: 'urls.1' }] })
    expect((await ask('query', {})).code).toBe('bad-parameter')
    expect((await ask('capture-url', { ...wanted(), unique_id: 'the-same-id' })).code).toBe('ok')
    expect(
      (await ask('capture-url', wanted({ unique_id: 'the-same-id', urls: ['https://example.com/other'] }))).code,
    ).toBe('unique-id-repeated')
  })
})

it('asks too often are told when to come back', async () => {
  await t.services.db.system
    .insertInto('callWindow')
    .values({
      bucket: `open-api:${key.id}`,
      windowStart: new Date(Math.floor(Date.now() / 60_000) * 60_000),
      hits: 100_000,
    })
    .execute()
  const { status, code, http } = await ask('query', { nos: ['260101000000000000'] })
  expect({ status, code, wait: Number(http.headers['retry-after']) > 0 }).toEqual({
    status: 429,
    code: 'too-frequent',
    wait: true,
  })
})

it('the example client asks as its README says', async () => {
  const { number } = await buildEvidence(t, me)
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'skz-example-'))
  try {
    const file = join(folder, 'private.pem')
    await writeFile(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const client = (...given: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, '../../examples/open-api-client.mjs'), ...given],
        { env: { ...process.env, OPEN_API_URL: url, OPEN_API_KEY: key.accessKey, OPEN_API_PRIVATE_KEY: file } },
      )
    expect(JSON.parse((await client('query', JSON.stringify({ nos: [number] }))).stdout)).toMatchObject({
      list: [{ no: number, status: 'collected' }],
    })
    expect((await client('certificate', JSON.stringify({ no: number }))).stdout).toBe(`content of ${number}`)
    await expect(client('cancel', JSON.stringify({ no: number }))).rejects.toThrow(/wrong-state/)
    const contract = join(folder, '合同.txt')
    await writeFile(contract, 'what was agreed')
    const { no } = JSON.parse(
      (await client('deposit-file', JSON.stringify({ unique_id: 'contract-2026-0001' }), contract)).stdout,
    ) as { no: string }
    expect(await captures()).toContainEqual(expect.objectContaining({ number: no }))
  } finally {
    await rm(folder, { recursive: true })
  }
})
