import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { ConfigError } from '../../server/kit/settings/config.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { newPublicKey } from '../kit/people/key-pairs.ts'

/** As a former client asks: at a word that it has in a variable. */
async function post(t: TestApp, word: string, payload: object, as?: Member) {
  const headers = as ? { 'x-auth-token': as.token } : {}
  const reply = await t.inject({ method: 'POST', url: `/shimakaze/${word}`, payload, headers })
  return { status: reply.statusCode, ...reply.json<{ success: boolean; errorCode?: string; data: never }>() }
}

describe('a path that the specification leaves to a variable', () => {
  let t: TestApp
  let owner: Member
  beforeAll(async () => {
    t = await buildTestApp()
    owner = await t.member({ kind: 'enterprise' })
  })
  afterAll(() => t.close())

  it('is the list and the form of key management under the names that are registered', async () => {
    const publicKey = newPublicKey()
    const made = await post(t, 'secret', { name: '旧系统', publicKey, ips: ['203.0.113.7'] }, owner)
    expect(made).toMatchObject({ success: true, data: { id: expect.any(String), accessKey: expect.any(String) } })
    const listed = await post(t, 'secretList', { pageNum: '1', pageSize: '10', keyWord: '' }, owner)
    const { data } = await t.call(keyCalls.list, { query: {} }, owner)
    expect(data.list).toMatchObject([{ name: '旧系统', ips: ['203.0.113.7'] }])
    expect(listed).toMatchObject({ success: true, data })
  })

  it('tells what is wrong as that does, all at once', async () => {
    const wrong = { publicKey: '', expiresAt: '2020-01-01T00:00:00Z', ips: ['none'] }
    expect(await post(t, 'secret', wrong, owner)).toMatchObject({
      errorCode: 'bad-parameter',
      data: {
        fields: [{ path: 'name' }, { path: 'ips' }, { path: 'publicKey' }, { path: 'expiresAt', key: 'inPast' }],
      },
    })
  })

  it('takes the right that key management takes', async () => {
    const sub = await t.sub(owner)
    for (const word of ['secret', 'secretList']) {
      expect(await post(t, word, {}, sub)).toMatchObject({ errorCode: 'forbidden' })
      expect(await post(t, word, {})).toMatchObject({ errorCode: 'session-gone' })
    }
  })

  it.each(['secrets', 'Secret', 'secret/list', 'keyList', '%7Bsecret%7D', '{secret}', 'constructor'])(
    'leads nowhere under another word: %s',
    async (word) => {
      for (const as of [undefined, owner])
        expect(await post(t, word, {}, as)).toMatchObject({ status: 404, errorCode: 'unknown-route' })
    },
  )
})

describe('an installation that registers words of its own', () => {
  it('answers under each of them, and under no other', async () => {
    const t = await buildTestApp({
      SHIMAKAZE_KEY_LIST_NAMES: 'ak-page, akRows',
      SHIMAKAZE_KEY_CREATE_NAMES: '',
    })
    const owner = await t.member()
    for (const word of ['ak-page', 'akRows'])
      expect(await post(t, word, {}, owner)).toMatchObject({ success: true, data: { list: [] } })
    for (const word of ['secret', 'secretList'])
      expect(await post(t, word, {}, owner)).toMatchObject({ status: 404, errorCode: 'unknown-route' })
    await t.close()
  })

  it.each([
    [
      'a call',
      { SHIMAKAZE_KEY_LIST_NAMES: 'keys,login' },
      'SHIMAKAZE_KEY_LIST_NAMES: calls of the service begin with login',
    ],
    ['the beginning of calls', { SHIMAKAZE_KEY_CREATE_NAMES: 'User' }, 'begin with User already'],
    ['no word', { SHIMAKAZE_KEY_LIST_NAMES: 'a/b' }, 'words of letters'],
    ['a parameter', { SHIMAKAZE_KEY_LIST_NAMES: ':id' }, 'words of letters'],
    ['both', { SHIMAKAZE_KEY_LIST_NAMES: 'ak', SHIMAKAZE_KEY_CREATE_NAMES: 'ak' }, 'ak stands twice'],
    ['the usual other one', { SHIMAKAZE_KEY_LIST_NAMES: 'secret' }, 'secret stands twice'],
  ])('does not start with one that is the name of %s', (_, env, told) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(told)
  })
})
