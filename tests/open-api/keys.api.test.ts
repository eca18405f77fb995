import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiKey, keyCalls, mostKeys } from '../../contract/open-api/keys.ts'
import { newId } from '../../server/kit/ids.ts'
import { sweepCalls } from '../../server/open-api/keys.repo.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { newKeyPair, newPublicKey } from '../kit/people/key-pairs.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  me = await t.member({ name: '代理所', kind: 'enterprise' })
})
afterAll(() => t.close())

const good = newPublicKey()
type Body = { name?: string; publicKey?: string; ips?: string[]; expiresAt?: string }
const create = (body: Body = {}, as = me) =>
  t.call(keyCalls.create, { body: { name: '脚本', publicKey: good, ...body } }, as)
const created = async (body?: Body) => {
  const reply = await create(body)
  if (!reply.success) throw new Error(JSON.stringify(reply))
  return reply.data
}
const get = async (id: string, as = me) => t.call(keyCalls.get, { params: { id } }, as)
const update = (
  id: string,
  body: { name: string; ips?: string[]; expiresAt?: string | null; version?: number },
  as = me,
) => t.call(keyCalls.update, { params: { id }, body }, as)
const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))
const acts = async (id: string) =>
  await t.services.db.system
    .selectFrom('audit')
    .select(['action', 'details', 'actorPersonId'])
    .where('subjectId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** RSA SubjectPublicKeyInfo with any numbers in it. */
function madeUp(modulus: Buffer, exponent: Buffer): string {
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') }
  return String(createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))
}
const modulusOf = (pem: string) => Buffer.from(createPublicKey(pem).export({ format: 'jwk' }).n!, 'base64url')

describe('a key', () => {
  it('is added, named by an access key and told by the fingerprint that openssl tells', async () => {
    const { id, accessKey, fingerprint } = await created({
      ips: ['203.0.113.7', '2001:DB8::/32', '203.0.113.7'],
      expiresAt: '2099-01-01T00:00:00Z',
    })
    expect(accessKey).toMatch(/^[0-9a-f]{32}$/)
    expect(fingerprint).toBe(
      createHash('sha256')
        .update(createPublicKey(good).export({ type: 'spki', format: 'der' }))
        .digest('hex'),
    )
    expect((await get(id)).data).toMatchObject({
      name: '脚本',
      accessKey,
      fingerprint,
      bits: 2048,
      ips: ['203.0.113.7', '2001:db8::/32'],
      status: 'ACTIVE',
      maker: me.name,
      calls: 0,
      lastUsedAt: null,
      expiresAt: '2099-01-01T00:00:00.000Z',
      version: 1,
    })
    const told = await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'subjectId', 'params'])
      .where('personId', '=', me.personId)
      .execute()
    expect(told).toEqual([{ kind: 'keyMade', subjectId: id, params: { name: '脚本' } }])
    const [act] = await acts(id)
    expect(act).toMatchObject({
      action: 'key.created',
      actorPersonId: me.personId,
      details: { name: '脚本', fingerprint },
    })
  })

  it('acts in the part of whoever made it', async () => {
    const { id } = await created()
    expect(
      await t.services.db.system
        .selectFrom('apiKey')
        .select(['membershipId', 'accountId'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({ membershipId: me.membershipId, accountId: me.accountId })
  })

  it('is the owner’s to manage: no sub-account sees one, whatever it may do', async () => {
    const { id } = await created()
    const sub = await t.sub(me, { grants: ['evidence.all', 'captures.start', 'evidence.download'] })
    for (const reply of [
      await get(id, sub),
      await create({ publicKey: newPublicKey() }, sub),
      await t.call(keyCalls.list, { query: {} }, sub),
    ])
      expect(reply.errorCode).toBe('forbidden')
  })

  it('cannot be managed in a disabled account', async () => {
    await t.services.db.system
      .updateTable('account')
      .set({ status: 'DISABLED' })
      .where('id', '=', me.accountId)
      .execute()
    expect((await create()).errorCode).toBe('forbidden')
  })
})

describe('a public key', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
  const pkcs1 = createPublicKey(good).export({ type: 'pkcs1', format: 'pem' })
  const even = Buffer.from(modulusOf(good))
  even[even.length - 1]! &= 0xfe
  it.each([
    ['a private key', String(newKeyPair().privateKey.export({ type: 'pkcs8', format: 'pem' })), 'publicKey.private'],
    [
      'a private key behind the public one',
      `${good}${String(newKeyPair().privateKey.export({ type: 'pkcs1', format: 'pem' }))}`.slice(0, 4_000),
      'publicKey.private',
    ],
    ['no key', 'ssh-rsa AAAA', 'publicKey.format'],
    ['another armour', String(pkcs1), 'publicKey.format'],
    ['two keys', `${good}${good}`, 'publicKey.format'],
    ['rubbish in the armour', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'publicKey.format'],
    ['an elliptic curve', String(ec), 'publicKey.kind'],
    ['RSA for PSS alone', String(pss), 'publicKey.kind'],
    ['1024 bits', newKeyPair(1024).publicKey, 'publicKey.size'],
    [
      'more than 8192 bits',
      madeUp(Buffer.concat([Buffer.from([0xff]), Buffer.alloc(1_024, 0xff)]), Buffer.from([1, 0, 1])),
      'publicKey.size',
    ],
    ['the exponent 3', madeUp(modulusOf(good), Buffer.from([3])), 'publicKey.weak'],
    ['the exponent 1', madeUp(modulusOf(good), Buffer.from([1])), 'publicKey.weak'],
    ['an even exponent', madeUp(modulusOf(good), Buffer.from([1, 0, 2])), 'publicKey.weak'],
    ['a huge exponent', madeUp(modulusOf(good), Buffer.from([1, 0, 0, 0, 1])), 'publicKey.weak'],
    ['an even modulus', madeUp(even, Buffer.from([1, 0, 1])), 'publicKey.weak'],
  ])('%s is refused', async (_, publicKey, key) => {
    expect(fields(await create({ publicKey }))).toEqual({ publicKey: key })
  })

  it('that is private is told so in both languages, and is kept nowhere', async () => {
    const privateKey = String(newKeyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }))
    for (const lang of ['zh-CN', 'en']) {
      const reply = await t.call(keyCalls.create, { body: { name: 'x', publicKey: privateKey } }, me, {
        'x-lang': lang,
      })
      expect((reply.data as unknown as { fields: { message: string }[] }).fields[0]!.message).toMatch(
        lang === 'en' ? /private key/ : /私钥/,
      )
    }
    expect(
      (await t.services.db.system.selectFrom('audit').select('details').execute()).some(({ details }) =>
        JSON.stringify(details).includes('PRIVATE'),
      ),
    ).toBe(false)
  })

  it('of every size that is taken is taken, with blanks and line ends as editors leave them', async () => {
    expect((await create({ publicKey: `\n  ${newKeyPair(3072).publicKey.replaceAll('\n', '\r\n')}\n` })).success).toBe(
      true,
    )
    const largest = Buffer.alloc(1_024, 0xff)
    expect((await create({ publicKey: madeUp(largest, Buffer.from([1, 0, 1])) })).success).toBe(true)
  })

  it('is there once, and does not come back once it was revoked', async () => {
    const { id } = await created()
    expect(fields(await create())).toEqual({ publicKey: 'publicKey.known' })
    await t.call(keyCalls.revoke, { params: { id } }, me)
    expect(fields(await create())).toEqual({ publicKey: 'publicKey.known' })
    expect((await create({}, await t.member())).success).toBe(true)
  })
})

describe('what a key is allowed', () => {
  it.each(['203.0.113', '203.0.113.7/33', '2001:db8::/129', 'example.com', '::1%eth0', '1.2.3.4-1.2.3.9', ''])(
    'takes no address “%s”',
    async (ip) => {
      expect(fields(await create({ ips: ['203.0.113.7', ip] }))).toEqual({ ips: 'network' })
    },
  )

  it('names the wrong address, takes twenty and no more', async () => {
    const reply = await create({ ips: ['10.0.0.0/8', 'nonsense'] })
    expect(JSON.stringify(reply.data)).toContain('nonsense')
    const many = Array.from({ length: 21 }, (_, i) => `203.0.113.${i}`)
    expect(fields(await create({ ips: many }))).toEqual({ ips: 'tooBig.list' })
    expect((await create({ ips: many.slice(1) })).success).toBe(true)
  })

  it('ends in the future, and says so when its time is over', async () => {
    expect(fields(await create({ expiresAt: '2020-01-01T00:00:00Z' }))).toEqual({ expiresAt: 'inPast' })
    const { id } = await created({ expiresAt: '2099-01-01T00:00:00Z' })
    await t.services.db.forAccount(me, (tx) =>
      tx
        .updateTable('apiKey')
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where('id', '=', id)
        .execute(),
    )
    const { data } = await get(id)
    expect(data.status).toBe('EXPIRED')
    expect((await t.call(keyCalls.list, { query: { status: 'EXPIRED' } }, me)).data.list.map((k) => k.id)).toEqual([id])
    // A new name does not ask for a new end.
    expect((await update(id, { name: '新名', expiresAt: data.expiresAt })).success).toBe(true)
    expect((await update(id, { name: '新名', expiresAt: null })).success).toBe(true)
    expect((await get(id)).data).toMatchObject({ status: 'ACTIVE', expiresAt: null })
  })

  it('changes under a version, and the record names what', async () => {
    const { id } = await created({ ips: ['203.0.113.7'] })
    expect((await update(id, { name: '新名', ips: ['203.0.113.8'], version: 1 })).data).toEqual({ version: 2 })
    const late = await update(id, { name: '旧名', version: 1 })
    expect(late).toMatchObject({
      errorCode: 'conflict',
      data: { current: { name: '新名', ips: ['203.0.113.8'] } satisfies Partial<ApiKey> },
    })
    expect((await acts(id)).at(-1)).toMatchObject({
      action: 'key.changed',
      details: { changes: { name: { from: '脚本', to: '新名' }, ips: { from: '203.0.113.7', to: '203.0.113.8' } } },
    })
  })
})

describe('disabling and revoking', () => {
  const set = (id: string, status: 'ACTIVE' | 'DISABLED') =>
    t.call(keyCalls.setStatus, { params: { id }, body: { status } }, me)
  it('leaves one row each time something changed', async () => {
    const { id } = await created()
    for (const status of ['DISABLED', 'DISABLED', 'ACTIVE', 'ACTIVE'] as const)
      expect((await set(id, status)).success).toBe(true)
    for (let i = 0; i < 2; i++) expect((await t.call(keyCalls.revoke, { params: { id } }, me)).success).toBe(true)
    expect((await acts(id)).map((a) => a.action)).toEqual(['key.created', 'key.disabled', 'key.enabled', 'key.revoked'])
  })

  it('is final once revoked: the key stays, with its name and its log', async () => {
    const { id } = await created()
    await t.call(keyCalls.revoke, { params: { id } }, me)
    for (const reply of [await set(id, 'ACTIVE'), await set(id, 'DISABLED'), await update(id, { name: '新名' })])
      expect(reply.errorCode).toBe('wrong-state')
    expect((await get(id)).data).toMatchObject({ name: '脚本', status: 'REVOKED' })
    expect((await t.call(keyCalls.log, { params: { id }, query: {} }, me)).success).toBe(true)
  })
})

describe('an account', () => {
  it('has ten live keys at most, however many are asked for at once', async () => {
    const pairs = Array.from({ length: mostKeys + 3 }, () => newPublicKey())
    const replies = await Promise.all(pairs.map((publicKey) => create({ publicKey })))
    expect(replies.filter((r) => r.success)).toHaveLength(mostKeys)
    expect(replies.filter((r) => r.errorCode === 'limit-reached')).toHaveLength(3)
    const { list } = (await t.call(keyCalls.list, { query: { pageSize: 20 } }, me)).data
    await t.call(keyCalls.revoke, { params: { id: list[0]!.id } }, me)
    expect((await create({ publicKey: newPublicKey() })).success).toBe(true)
  }, 60_000)
})

describe('the log of a key', () => {
  const call = (keyId: string, at: Date, requestId: string) => ({
    id: newId(),
    platformId: t.platformId,
    accountId: me.accountId,
    keyId,
    requestId,
    operation: 'query',
    ip: '203.0.113.7',
    result: 'ok',
    milliseconds: 3,
    at,
  })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

  it('is read page by page, newest first; calls of a day are counted; what is older than ninety days goes', async () => {
    const { id } = await created()
    await t.services.db.system
      .insertInto('apiCall')
      .values([
        call(id, ago(0.1), 'new'),
        call(id, ago(2), 'older'),
        call(id, ago(89), 'oldest'),
        call(id, ago(91), 'gone'),
      ])
      .execute()
    await sweepCalls(t.services.db)
    const first = (await t.call(keyCalls.log, { params: { id }, query: { pageSize: 2 } }, me)).data
    expect(first).toMatchObject({
      total: 3,
      list: [
        { requestId: 'new', operation: 'query', ip: '203.0.113.7', result: 'ok', milliseconds: 3 },
        { requestId: 'older' },
      ],
    })
    const second = (await t.call(keyCalls.log, { params: { id }, query: { pageSize: 2, cursor: first.cursor! } }, me))
      .data
    expect(second.list.map((c) => c.requestId)).toEqual(['oldest'])
    expect((await get(id)).data.calls).toBe(1)
  })

  it('is written by nobody who acts for the account', async () => {
    const { id } = await created()
    await expect(
      t.services.db.forAccount(me, (tx) =>
        tx
          .insertInto('apiCall')
          .values(call(id, new Date(), 'forged'))
          .execute(),
      ),
    ).rejects.toThrow(/permission denied/)
    for (const set of [
      { publicKey: Buffer.from('x') },
      { accessKey: '0'.repeat(32) },
      { membershipId: newId() },
      { accountId: newId() },
    ]) {
      await expect(
        t.services.db.forAccount(me, (tx) => tx.updateTable('apiKey').set(set).where('id', '=', id).execute()),
      ).rejects.toThrow(/permission denied/)
    }
  })
})
