import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { deviceOf } from '../../server/kit/calls/device-of.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { buildEvidence } from '../kit/people/factories.ts'

const password = 'the first password'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let t: TestApp
let passwordPhc: string
beforeAll(async () => {
  t = await buildTestApp()
  passwordPhc = await hashPassword(password)
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
})

async function signIn(person: Member, headers: Record<string, string> = {}): Promise<Member> {
  const { data } = await t.call(
    sessionCalls.login,
    { body: { phone: person.phone, password, ...(await answerCaptcha(t)) } },
    undefined,
    headers,
  )
  return { ...person, token: data.token }
}
const isIn = async (as: Member) => (await t.call(sessionCalls.bean, {}, as)).success
const actions = async (personId: string) =>
  (
    await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', personId)
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map((a) => a.action)

describe('the profile', () => {
  it('tells what is known, and honestly that nobody can be verified yet', async () => {
    const person = await t.member({ name: '王小雨', passwordPhc })
    expect((await t.call(settingsCalls.profile, {}, person)).data).toEqual({
      mail: { masked: null },
      name: '王小雨',
      phoneMasked: `${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`,
      lang: 'zh-CN',
      accountName: '王小雨',
      accountKind: 'personal',
      hasPassword: true,
      thirdAccounts: [],
      totp: { on: false, since: null, recoveryCodes: 0, required: false },
    })
  })

  it('changes name and language, on the record, and evidence keeps the name it was taken under', async () => {
    const person = await t.member({ name: '旧名字' })
    const evidence = await buildEvidence(t, person)
    expect(await t.call(settingsCalls.update, { body: { name: '新名字', lang: 'en' } }, person)).toMatchObject({
      success: true,
    })
    expect((await t.call(settingsCalls.profile, {}, person)).data).toMatchObject({ name: '新名字', lang: 'en' })
    expect(
      JSON.stringify((await t.call(evidenceCalls.detail, { body: { ano: evidence.number } }, person)).data),
    ).toContain('旧名字')
    const [row] = await t.services.db.system
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'person.changed')
      .where('subjectId', '=', person.personId)
      .execute()
    expect(row).toMatchObject({
      actorName: '旧名字',
      details: { changes: { name: { from: '旧名字', to: '新名字' }, lang: { from: 'zh-CN', to: 'en' } } },
    })
    await t.call(settingsCalls.update, { body: { name: '新名字' } }, person)
    expect(await actions(person.personId)).toEqual(['person.changed'])
  })

  it('lets owners name their account, and nobody who merely acts in it', async () => {
    const boss = await t.member({ kind: 'enterprise', name: '风岛公司' })
    const sub = await t.sub(boss, { grants: ['evidence.all'] })
    expect(await t.call(settingsCalls.renameAccount, { body: { name: '风岛文化' } }, boss)).toMatchObject({
      success: true,
    })
    expect(await t.call(settingsCalls.renameAccount, { body: { name: '我的了' } }, sub)).toMatchObject({
      errorCode: 'forbidden',
    })
    expect((await t.call(sessionCalls.bean, {}, boss)).data).toMatchObject({ accountName: '风岛文化' })
    expect(await actions(boss.accountId)).toEqual(['account.renamed'])
    expect(await t.call(settingsCalls.update, { body: { name: 'x' } }, sub)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'name' }] },
    })
  })
})

it.each([
  '王\n小雨',
  '王\r\nBcc: a@example.com',
  '王\u202e小雨',
  '王\u2066小雨',
  '王\u200b小雨',
  '\u3164\u3164',
  '\u2800\u2800',
  '王\u{e0041}小雨',
  '王\u00ad小雨',
  '\u200d\u200d',
  '王\ud800小雨',
])('a name in messages to others is one line of what can be seen: %j', async (name) => {
  const boss = await t.member({ kind: 'enterprise' })
  for (const call of [settingsCalls.update, settingsCalls.renameAccount])
    expect(await t.call(call, { body: { name } }, boss)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'name' }] },
    })
  for (const said of ['阿卜杜拉·买买提', '葛\u{e0100}城', 'Anna-Maria O’Neill', 'می\u200cخواهم'])
    expect(await t.call(settingsCalls.update, { body: { name: said } }, boss)).toMatchObject({ success: true })
})

describe('changing the password', () => {
  const change = (as: Member, oldPassword: string, newPassword: string) =>
    t.call(settingsCalls.changePassword, { body: { oldPassword, newPassword } }, as)

  it('ends every other session, gives this one a new token, and tells the phone', async () => {
    const person = await t.member({ passwordPhc })
    const other = await signIn(person)
    const reply = await change(person, password, 'quite another one')
    expect(reply).toMatchObject({ success: true })
    expect([await isIn(other), await isIn(person), await isIn({ ...person, token: reply.data.token })]).toEqual([
      false,
      false,
      true,
    ])
    expect(t.messages.at(-1)).toMatchObject({ recipient: person.phone, text: expect.stringContaining('密码已修改') })
    expect(await actions(person.personId)).toContain('password.changed')
    const login = async (given: string) =>
      (
        await t.call(sessionCalls.login, {
          body: { phone: person.phone, password: given, ...(await answerCaptcha(t)) },
        })
      ).success
    expect([await login(password), await login('quite another one')]).toEqual([false, true])
  })

  it('tells the phone in the language its holder chose, whatever the page speaks', async () => {
    const person = await t.member({ passwordPhc })
    await t.call(settingsCalls.update, { body: { lang: 'en' } }, person)
    await t.call(
      settingsCalls.changePassword,
      { body: { oldPassword: password, newPassword: 'quite another one' } },
      person,
      { 'x-lang': 'zh-CN' },
    )
    expect(t.messages.at(-1)!.text).toContain('Your password was changed')
  })

  it('gives the browser the new token as its cookie', async () => {
    const person = await t.member({ passwordPhc })
    const response = await t.inject({
      method: 'PUT',
      url: '/shimakaze/user/pwd',
      headers: { cookie: `bq-x-token=${person.token}`, 'x-requested-with': 'x' },
      payload: { oldPassword: password, newPassword: 'quite another one' },
    })
    expect(response.cookies[0]).toMatchObject({ name: 'bq-x-token', value: response.json().data.token, httpOnly: true })
  })

  it('is refused for a wrong old one, a short new one, and the same again', async () => {
    const person = await t.member({ passwordPhc })
    expect(await change(person, 'not the password', 'quite another one')).toMatchObject({
      data: { fields: [{ path: 'oldPassword', key: 'passwordWrong' }] },
    })
    expect(await change(person, password, 'short')).toMatchObject({ data: { fields: [{ path: 'newPassword' }] } })
    expect(await change(person, password, password)).toMatchObject({
      data: { fields: [{ path: 'newPassword', key: 'passwordSame' }] },
    })
    expect(await isIn(person)).toBe(true)
  })

  it('stops guessing after ten tries, the right one too, however many sessions guess', async () => {
    const person = await t.member({ passwordPhc })
    const other = await signIn(person)
    for (let i = 0; i < 10; i++) await change(i % 2 ? person : other, `guess number ${i}`, 'quite another one')
    expect(await change(person, password, 'quite another one')).toMatchObject({ errorCode: 'too-frequent' })
  })
})

describe('sessions', () => {
  const list = async (as: Member) => (await t.call(settingsCalls.sessions, {}, as)).data.list

  it('are listed with their device, the one in use marked, and never a token or its hash', async () => {
    const person = await t.member({ passwordPhc })
    const desktop = await signIn(person, { 'user-agent': chrome })
    const reply = await t.call(settingsCalls.sessions, {}, desktop)
    expect(reply.data.list).toMatchObject([
      { device: { browser: 'Chrome 140', system: 'Windows 10', kind: 'DESKTOP' }, current: true, ip: '127.0.0.1' },
      { current: false },
    ])
    expect(Object.keys(reply.data.list[0]!).sort()).toEqual(['beganAt', 'current', 'device', 'id', 'ip', 'usedAt'])
    expect(JSON.stringify(reply)).not.toContain(desktop.token)
  })

  it('that have ended are not listed', async () => {
    const person = await t.member({ passwordPhc })
    const other = await signIn(person)
    await t.services.db.system
      .updateTable('session')
      .set({ seenAt: new Date(Date.now() - 13 * 3_600_000) })
      .where('personId', '=', person.personId)
      .where('id', '=', (await list(other)).find((s) => s.current)!.id)
      .execute()
    expect(await list(person)).toHaveLength(1)
  })

  it('can be ended one by one and all at once, but not another person’s', async () => {
    const [person, stranger] = [await t.member({ passwordPhc }), await t.member()]
    const [one, two, three] = [await signIn(person), await signIn(person), await signIn(person)]
    const idOf = async (as: Member) => (await list(as)).find((s) => s.current)!.id
    expect(await t.call(settingsCalls.endSession, { params: { id: await idOf(one) } }, person)).toMatchObject({
      success: true,
    })
    expect([await isIn(one), await isIn(two)]).toEqual([false, true])
    expect(await t.call(settingsCalls.endSession, { params: { id: await idOf(two) } }, stranger)).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await t.call(settingsCalls.endSession, { params: { id: await idOf(person) } }, person)).toMatchObject({
      errorCode: 'not-found',
    })
    expect((await t.call(settingsCalls.endOtherSessions, {}, person)).data).toEqual({ ended: 2 })
    expect([await isIn(two), await isIn(three), await isIn(person), await isIn(stranger)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(await actions(person.personId)).toEqual(expect.arrayContaining(['session.ended', 'session.othersEnded']))
  })
})

it('names devices by what they say of themselves, and stays calm where they say nothing', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toMatchObject({ browser: 'Safari 18', kind: 'PHONE' })
  for (const odd of ['', 'curl/8', '<script>', 'x'.repeat(300)]) expect(deviceOf(odd).kind).toBe('OTHER')
})

describe('what another site or an old token might try', () => {
  const writes = [
    settingsCalls.update,
    settingsCalls.renameAccount,
    settingsCalls.changePassword,
    settingsCalls.endOtherSessions,
  ]

  it.each(writes)(
    '$method $path is refused by cookie without the custom header, and from another origin',
    async (call) => {
      const { token } = await t.member({ passwordPhc })
      const send = (headers: Record<string, string>) =>
        t.inject({
          method: call.method,
          url: `/shimakaze/${call.path}`,
          headers: { cookie: `bq-x-token=${token}`, ...headers },
          payload: { name: '别人', oldPassword: password, newPassword: 'quite another one' },
        })
      expect((await send({})).json()).toMatchObject({ errorCode: 'origin-refused' })
      expect((await send({ 'x-requested-with': 'x', origin: 'https://evil.example' })).json()).toMatchObject({
        errorCode: 'origin-refused',
      })
    },
  )

  it('a token that was there before signing in does not become the session', async () => {
    const person = await t.member({ passwordPhc })
    const planted = 'A'.repeat(43)
    const response = await t.inject({
      method: 'POST',
      url: '/shimakaze/login',
      headers: { cookie: `bq-x-token=${planted}`, 'x-requested-with': 'x' },
      payload: { phone: person.phone, password, ...(await answerCaptcha(t)) },
    })
    expect(response.json().data.token).not.toBe(planted)
    expect(await isIn({ ...person, token: planted })).toBe(false)
  })
})
