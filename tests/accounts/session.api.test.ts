import axios from 'axios'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { hashPassword, passwordMatches } from '../../server/kit/secrets/passwords.ts'
import { answerCaptcha, type CodeCall, sendCodeTo } from '../kit/people/codes.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { roomInMinute } from '../kit/people/forget-limits.ts'

let t: TestApp
beforeAll(async () => (t = await buildTestApp()))
afterAll(() => t.close())

const sendCode = (phone: string, call: CodeCall = sessionCalls.sendRegisterCode) => sendCodeTo(t, phone, call)

const registration = {
  userType: 'personal' as const,
  name: '王小雨',
  password: 'a long enough one',
  agreementVersion: sampleEdition,
  consent: true,
}

describe('registration', () => {
  it('makes an account from a phone proven by SMS and signs in', async () => {
    const { codeId, code } = await sendCode('13900000001')
    const reply = await t.call(sessionCalls.register, { body: { ...registration, phone: '13900000001', codeId, code } })
    expect(reply).toMatchObject({ flag: true, success: true, statusCode: '000000' })
    const bean = await t.call(sessionCalls.bean, {}, { token: reply.data.token } as never)
    expect(bean.data).toMatchObject({
      personName: '王小雨',
      phoneMasked: '139****0001',
      accountKind: 'personal',
      role: 'owner',
    })
  })

  it('of an enterprise names the person that acts for it, and not the enterprise in their place', async () => {
    const phone = '13900000041'
    const { codeId, code } = await sendCode(phone)
    const body = { ...registration, userType: 'enterprise' as const, name: '青石书店有限公司', phone, codeId, code }
    expect(await t.call(sessionCalls.register, { body: { ...body, password: 'short' } })).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'password' }, { path: 'personName', key: 'required' }] },
    })
    const reply = await t.call(sessionCalls.register, { body: { ...body, personName: '沈青' } })
    expect((await t.call(sessionCalls.bean, {}, { token: reply.data.token } as never)).data).toMatchObject({
      personName: '沈青',
      accountName: '青石书店有限公司',
      accountKind: 'enterprise',
    })
  })

  it('never puts the code into an answer', async () => {
    const { sent, code } = await sendCode('13900000002')
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(sent)).not.toContain(code)
  })

  it('tells all wrong fields at once, in the language asked for', async () => {
    const reply = await t.call(
      sessionCalls.register,
      { body: { userType: 'robot', phone: '123', password: 'short' } as never },
      undefined,
      { 'x-lang': 'en' },
    )
    const { fields } = reply.data as unknown as { fields: { path: string; message: string }[] }
    expect(fields.map((f) => f.path).sort()).toEqual([
      'agreementVersion',
      'code',
      'codeId',
      'consent',
      'name',
      'password',
      'phone',
      'userType',
    ])
    expect(fields.find((f) => f.path === 'phone')?.message).toBe('An 11-digit mainland China mobile number')
    expect(fields.find((f) => f.path === 'password')?.message).toBe('At least 10 characters')
  })

  it('refuses a phone that is taken, and a code of another phone', async () => {
    const known = await t.member()
    const first = await sendCode(known.phone)
    const taken = await t.call(sessionCalls.register, {
      body: { ...registration, phone: known.phone, codeId: first.codeId, code: first.code },
    })
    expect(taken).toMatchObject({ success: false, errorCode: 'phone-taken' })
    const other = await sendCode('13900000003')
    const crossed = await t.call(sessionCalls.register, {
      body: { ...registration, phone: '13900000004', codeId: other.codeId, code: other.code },
    })
    expect(crossed).toMatchObject({ success: false, errorCode: 'code-wrong' })
  })

  it('ends a code after five wrong tries', async () => {
    const { codeId, code } = await sendCode('13900000005')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      await t.call(sessionCalls.register, { body: { ...registration, phone: '13900000005', codeId, code: wrong } })
    const late = await t.call(sessionCalls.register, { body: { ...registration, phone: '13900000005', codeId, code } })
    expect(late).toMatchObject({ success: false, errorCode: 'code-wrong' })
  })

  it('sends one code a minute to a phone', async () => {
    await roomInMinute()
    await sendCode('13900000006')
    const { sent } = await sendCode('13900000006')
    expect(sent).toMatchObject({ success: false, errorCode: 'too-frequent' })
  })
})

describe('login', () => {
  it('works by password, and a captcha is spent by one try', async () => {
    const member = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const captcha = await answerCaptcha(t)
    const good = await t.call(sessionCalls.login, {
      body: { phone: member.phone, password: 'correct horse', ...captcha },
    })
    expect(good).toMatchObject({ success: true, data: { userType: 'PERSONAL', needSwitch: false } })
    const again = await t.call(sessionCalls.login, {
      body: { phone: member.phone, password: 'correct horse', ...captcha },
    })
    expect(again).toMatchObject({ success: false, errorCode: 'captcha-wrong' })
  })

  it('answers alike for a wrong password and an unknown phone', async () => {
    const member = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const wrong = await t.call(sessionCalls.login, {
      body: { phone: member.phone, password: 'wrong horse', ...(await answerCaptcha(t)) },
    })
    const unknown = await t.call(sessionCalls.login, {
      body: { phone: '13911112222', password: 'wrong horse', ...(await answerCaptcha(t)) },
    })
    const { requestId: _a, ...first } = wrong
    const { requestId: _b, ...second } = unknown
    expect(first).toEqual(second)
  })

  it('works by SMS code', async () => {
    const member = await t.member()
    const { codeId, code } = await sendCode(member.phone, sessionCalls.sendLoginCode)
    expect(await t.call(sessionCalls.login, { body: { phone: member.phone, codeId, code } })).toMatchObject({
      success: true,
    })
  })

  it.each(['application/json', 'application/x-www-form-urlencoded'])(
    'works by SMS code for a client that sends the fields of the other way empty, as %s',
    async (type) => {
      const member = await t.member()
      const { codeId, code } = await sendCode(member.phone, sessionCalls.sendLoginCode)
      const body = { phone: member.phone, password: '', captchaId: '', captcha: '', codeId, code }
      const payload = type.endsWith('json') ? JSON.stringify(body) : new URLSearchParams(body).toString()
      const headers = { 'content-type': type }
      const reply = await t.inject({ method: 'POST', url: '/shimakaze/login', payload, headers })
      expect(reply.json()).toMatchObject({ success: true })
    },
  )

  it('takes a form-encoded body with the same meaning, and gives the cookie the old client reads', async () => {
    const member = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const form = new URLSearchParams({
      phone: member.phone,
      password: 'correct horse',
      ...(await answerCaptcha(t)),
      notaryId: 'local',
    })
    const response = await t.inject({
      method: 'POST',
      url: '/shimakaze/login',
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.json()).toMatchObject({ flag: true, success: true })
    expect(response.cookies[0]).toMatchObject({ name: 'bq-x-token', httpOnly: true, sameSite: 'Lax', path: '/' })
    const refused = await t.inject({
      method: 'POST',
      url: '/shimakaze/login',
      payload: new URLSearchParams({ ...Object.fromEntries(form), notaryId: 'other' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(refused.json()).toMatchObject({ errorCode: 'unknown-platform' })
  })
})

describe('session', () => {
  it('is one and the same by x-auth-token, Authorization and cookie', async () => {
    const { token } = await t.member()
    for (const headers of [
      { 'x-auth-token': token },
      { authorization: token },
      { authorization: `Bearer ${token}` },
      { cookie: `bq-x-token=${token}` },
    ]) {
      expect((await t.inject({ url: '/shimakaze/login/bean', headers })).json().success).toBe(true)
    }
  })

  it.each(['undefined', 'null', 'Bearer undefined', 'Bearer', '', 'a token of yesterday'])(
    'is found in the cookie where a page of old clients sends Authorization: %s',
    async (authorization) => {
      const { token } = await t.member()
      const headers = { authorization, cookie: `bq-x-token=${token}` }
      expect((await t.inject({ url: '/shimakaze/login/bean', headers })).json().success).toBe(true)
      // What the cookie lets in must still come from a page of ours.
      const logout = (more = {}) =>
        t.inject({ method: 'POST', url: '/shimakaze/logout', headers: { ...headers, ...more } })
      expect((await logout()).json()).toMatchObject({ errorCode: 'origin-refused' })
      expect((await logout({ 'x-requested-with': 'x' })).json()).toMatchObject({ success: true })
    },
  )

  it('that began while an older one was still being refused is not taken away by that refusal', async () => {
    const before = await t.member()
    await t.call(sessionCalls.logout, {}, before)
    const jar = new Map([['bq-x-token', before.token]])
    const send = async (url: string) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      return t.inject({ url, headers: { cookie } })
    }
    const keep = ({ cookies }: Awaited<ReturnType<typeof send>>) => {
      for (const { name, value } of cookies) jar.set(name, value)
    }
    const late = send('/shimakaze/user/user/news/count')
    const now = await t.member()
    jar.set('bq-x-token', now.token)
    const refusal = await late
    expect(refusal.json()).toMatchObject({ statusCode: '500002' })
    keep(refusal)
    expect((await send('/shimakaze/login/bean')).json()).toMatchObject({ success: true })
  })

  it('answers 200 with 500002 and leaves the cookie to whoever signs in next once it is gone', async () => {
    const member = await t.member()
    await t.call(sessionCalls.logout, {}, member)
    const response = await t.inject({ url: '/shimakaze/login/bean', headers: { cookie: `bq-x-token=${member.token}` } })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      flag: false,
      statusCode: '500002',
      errorMessage: '登录已过期，请重新登录。',
    })
    expect(response.cookies).toEqual([])
  })

  it('ends after twelve hours without use', async () => {
    const member = await t.member()
    await t.services.db.asSystem((tx) =>
      tx
        .updateTable('session')
        .set({ seenAt: new Date(Date.now() - 12 * 3_600_000 - 1_000) })
        .where('personId', '=', member.personId)
        .execute(),
    )
    expect(await t.call(sessionCalls.bean, {}, member)).toMatchObject({ statusCode: '500002' })
  })

  it('refuses a write by cookie without the custom header, and one from another site', async () => {
    const { token } = await t.member()
    const cookie = `bq-x-token=${token}`
    const plain = await t.inject({ method: 'POST', url: '/shimakaze/logout', headers: { cookie } })
    expect(plain.json()).toMatchObject({ errorCode: 'origin-refused' })
    const foreign = await t.inject({
      method: 'POST',
      url: '/shimakaze/logout',
      headers: { cookie, 'x-requested-with': 'x', origin: 'https://evil.example' },
    })
    expect(foreign.json()).toMatchObject({ errorCode: 'origin-refused' })
  })

  it('refuses an account the person has no part in', async () => {
    const [mine, theirs] = [await t.member(), await t.member()]
    expect(await t.call(sessionCalls.bean, {}, mine, { 'x-account': theirs.accountId })).toMatchObject({
      errorCode: 'account-not-yours',
    })
  })

  it('reaches the error messages of stock axios as the specification describes', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as { port: number }
    const http = axios.create({ baseURL: `http://127.0.0.1:${port}/shimakaze` })
    expect((await http.get('/login/bean')).data).toMatchObject({ statusCode: '500002' })
    expect((await http.post('/login', { phone: '1' })).data).toMatchObject({ statusCode: '500001', success: false })
    await expect(http.get('/no/such/call')).rejects.toMatchObject({ message: 'Request failed with status code 404' })
  })
})

it('keeps passwords as argon2id PHC strings that only the right password opens', async () => {
  const phc = await hashPassword('correct horse')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
  expect(await passwordMatches('correct horse', phc)).toBe(true)
  expect(await passwordMatches('correct horsf', phc)).toBe(false)
  expect(await passwordMatches('anything', null)).toBe(false)
})

describe('paths of older clients', () => {
  it('an app registers like a browser, and its device stands in the record', async () => {
    const { codeId, code } = await sendCode('13900000011')
    const body = { ...registration, phone: '13900000011', codeId, code }
    expect(await t.call(sessionCalls.appRegister, { body: body as never })).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'deviceId' }] },
    })
    const reply = await t.call(sessionCalls.appRegister, { body: { ...body, deviceId: 'phone-7' } })
    expect(reply).toMatchObject({ success: true })
    const row = await t.services.db.system
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'account.registered')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.details).toEqual({ deviceId: 'phone-7' })
  })

  it('a picture comes under the members’ path too', async () => {
    const { data } = await t.call(sessionCalls.memberMessage, { query: {} })
    expect(data.imgBase).toMatch(/^data:image\/svg\+xml;base64,/)
  })
})
