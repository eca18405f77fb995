import { describe, expect, it } from 'vitest'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { addKey, ask, key, logOf, me, now, send, signed, t, wanted, withKey } from './signed-kit.ts'

withKey()

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
