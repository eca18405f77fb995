import { createPublicKey, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '../../server/kit/ids.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { isWithin } from '../../server/open-api/admit.service.ts'
import type { TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { addKey, ask, me, send, signed, t, wanted, withKey } from './signed-kit.ts'

withKey()

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
