import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode, sendCodeTo } from '../kit/people/codes.ts'
import { forgetLimits, roomInMinute } from '../kit/people/forget-limits.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'

const password = 'the first password'
let t: TestApp
let passwordPhc: string
beforeAll(async () => {
  t = await buildTestApp()
  passwordPhc = await hashPassword(password)
})
afterAll(() => t.close())
beforeEach(() => forgetLimits(t))

let phones = 13_700_000_000
const newPhone = () => String(++phones)

type Scene = 'BIND' | 'REBIND' | 'UNBIND' | 'PROVE'
const send = async (as: Member, scene: Scene, more: { phone?: string; ticket?: string } = {}) =>
  t.call(phoneCalls.sendCode, { body: { scene, ...more, ...(await answerCaptcha(t)) } }, as)

/** The first step, by the code that went to the old phone. */
async function prove(as: Member): Promise<string> {
  const { data } = await send(as, 'UNBIND')
  const reply = await t.call(phoneCalls.prove, { body: { codeId: data.codeId, code: readCode(t, as.phone) } }, as)
  return reply.data.ticket
}
async function codeFor(as: Member, phone: string, ticket: string) {
  const { data } = await send(as, 'REBIND', { phone, ticket })
  return { codeId: data?.codeId ?? '', code: readCode(t, phone) }
}
const bind = (
  as: Member,
  body: { phone: string; codeId: string; code: string; ticket?: string; bindTicket?: string },
) => t.call(phoneCalls.bind, { body }, as)
const isIn = async (as: Member) => (await t.call(sessionCalls.bean, {}, as)).success

describe('another phone', () => {
  it('takes the codes of both, ends other sessions, gives a new token, and the old phone is told', async () => {
    const person = await t.member({ passwordPhc })
    const other = await t.call(sessionCalls.login, {
      body: { phone: person.phone, password, ...(await answerCaptcha(t)) },
    })
    const [ticket, phone] = [await prove(person), newPhone()]
    const reply = await bind(person, { phone, ticket, ...(await codeFor(person, phone, ticket)) })
    expect(reply).toMatchObject({ success: true, data: { userId: person.membershipId } })
    expect([
      await isIn(person),
      await isIn({ ...person, token: other.data.token }),
      await isIn({ ...person, token: reply.data.token }),
    ]).toEqual([false, false, true])
    expect(t.messages.at(-1)).toMatchObject({
      recipient: person.phone,
      text: expect.stringContaining(`${phone.slice(0, 3)}****${phone.slice(-4)}`),
    })
    expect(t.messages.at(-1)!.text).not.toContain(phone)
    const [row] = await t.services.db.system
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'person.phoneChanged')
      .where('subjectId', '=', person.personId)
      .execute()
    expect(JSON.stringify(row)).not.toContain(phone)
    await forgetLimits(t)
    const { codeId, code } = await sendCodeTo(t, phone, sessionCalls.sendLoginCode)
    expect(await t.call(sessionCalls.login, { body: { phone, codeId, code } })).toMatchObject({ success: true })
  })

  it('is sent no code before the old one is proven, and none of another person’s proof', async () => {
    const [person, thief] = [await t.member(), await t.member()]
    expect(await send(thief, 'REBIND', { phone: newPhone() })).toMatchObject({ errorCode: 'ticket-gone' })
    expect(await send(thief, 'REBIND', { phone: newPhone(), ticket: await prove(person) })).toMatchObject({
      errorCode: 'ticket-gone',
    })
  })

  it('is not taken with the codes of two proofs, of two phones or of two people', async () => {
    const [person, thief] = [await t.member(), await t.member()]
    const [first, phone] = [await prove(person), newPhone()]
    const code = await codeFor(person, phone, first)
    await forgetLimits(t)
    const second = await prove(person)
    expect(await bind(person, { phone, ticket: second, ...code })).toMatchObject({ errorCode: 'code-wrong' })
    expect(await bind(person, { phone: newPhone(), ticket: first, ...code })).toMatchObject({ errorCode: 'code-wrong' })
    expect(await bind(thief, { phone, ticket: await prove(thief), ...code })).toMatchObject({ errorCode: 'code-wrong' })
    expect(await bind(person, { phone, ticket: first, ...code })).toMatchObject({ success: true })
  })

  it('is not taken by a session other than the one that proved the old one', async () => {
    const person = await t.member({ passwordPhc })
    const other = {
      ...person,
      token: (
        await t.call(sessionCalls.login, { body: { phone: person.phone, password, ...(await answerCaptcha(t)) } })
      ).data.token,
    }
    expect(await send(other, 'REBIND', { phone: newPhone(), ticket: await prove(person) })).toMatchObject({
      errorCode: 'ticket-gone',
    })
  })

  it('that is taken is told as such only to whoever gets its code', async () => {
    const [person, holder] = [await t.member(), await t.member()]
    const ticket = await prove(person)
    const [taken, free] = [
      await send(person, 'REBIND', { phone: holder.phone, ticket }),
      await send(person, 'REBIND', { phone: newPhone(), ticket }),
    ]
    expect([Object.keys(taken.data), taken.success]).toEqual([Object.keys(free.data), free.success])
    expect(
      await bind(person, { phone: holder.phone, ticket, codeId: taken.data.codeId, code: '000000' }),
    ).toMatchObject({ errorCode: 'code-wrong' })
    expect(
      await bind(person, { phone: holder.phone, ticket, codeId: taken.data.codeId, code: readCode(t, holder.phone) }),
    ).toMatchObject({ errorCode: 'phone-taken' })
    expect(await isIn(person)).toBe(true)
  })

  it('has five tries a code', async () => {
    const person = await t.member()
    const [ticket, phone] = [await prove(person), newPhone()]
    const { codeId, code } = await codeFor(person, phone, ticket)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) await bind(person, { phone, ticket, codeId, code: wrong })
    expect(await bind(person, { phone, ticket, codeId, code })).toMatchObject({ errorCode: 'code-wrong' })
  })

  it('needs no SMS to a lost one: password and authenticator together do, neither alone', async () => {
    const person = await t.member({ passwordPhc })
    const { member, secret } = await turnOnTotp(t, person, password)
    const wanted = async (body: object) => t.call(phoneCalls.prove, { body }, member)
    expect(await wanted({ password })).toMatchObject({ data: { fields: [{ path: 'totp', key: 'required' }] } })
    expect(await wanted({ password: 'not the password', totp: appCode(secret, 1) })).toMatchObject({
      data: { fields: [{ path: 'password', key: 'passwordWrong' }] },
    })
    expect(await wanted({ totp: appCode(secret, 1) })).toMatchObject({ data: { fields: [{ path: 'password' }] } })
    const { data } = await wanted({ password, totp: appCode(secret, 1) })
    const phone = newPhone()
    expect(
      await bind(member, { phone, ticket: data.ticket, ...(await codeFor(member, phone, data.ticket)) }),
    ).toMatchObject({ success: true })
  })

  it('cannot be one’s own, nor be proven by a code to somebody else', async () => {
    const person = await t.member()
    const ticket = await prove(person)
    expect(await send(person, 'REBIND', { phone: person.phone, ticket })).toMatchObject({
      data: { fields: [{ path: 'phone', key: 'phoneSame' }] },
    })
    expect(await send(person, 'UNBIND', { phone: newPhone() })).toMatchObject({
      data: { fields: [{ path: 'phone', key: 'phoneNotYours' }] },
    })
  })

  it('binds no WeChat or Alipay without the ticket of one that was met', async () => {
    const person = await t.member()
    expect(await send(person, 'BIND', { phone: newPhone() })).toMatchObject({ errorCode: 'ticket-gone' })
    expect(
      await bind(person, {
        phone: newPhone(),
        bindTicket: 'x',
        codeId: '018f0000-0000-7000-8000-000000000001',
        code: '000000',
      }),
    ).toMatchObject({ errorCode: 'ticket-gone' })
  })
})

describe('codes by SMS', () => {
  it('are one a minute to a phone and twenty a day for a person, whatever phone they name', async () => {
    await roomInMinute()
    const person = await t.member()
    const ticket = await prove(person)
    const phone = newPhone()
    expect(await send(person, 'REBIND', { phone, ticket })).toMatchObject({ success: true })
    expect(await send(person, 'REBIND', { phone, ticket })).toMatchObject({ errorCode: 'too-frequent' })
    const sent = t.messages.length
    for (let i = 0; i < 20; i++) await send(person, 'REBIND', { phone: newPhone(), ticket })
    // Three of the twenty were spent above; a ticket serves twenty times in all.
    expect(t.messages.length - sent).toBe(17)
  })

  it('are not sent without the answer to the question', async () => {
    const person = await t.member()
    const before = t.messages.length
    expect(
      await t.call(
        phoneCalls.sendCode,
        { body: { scene: 'PROVE', captchaId: '018f0000-0000-7000-8000-000000000001', captcha: '4' } },
        person,
      ),
    ).toMatchObject({ errorCode: 'captcha-wrong' })
    expect(t.messages.length).toBe(before)
  })
})

describe('whether a phone is registered', () => {
  const ask = (phone: string, more: object = {}) => t.call(phoneCalls.info, { body: { phone, ...more } })
  const neutral = { proven: false, exists: null, userType: null, nameMasked: null }

  it('is told to whoever gets its code, which stays good', async () => {
    const person = await t.member({ name: '王小雨' })
    const { codeId, code } = await sendCodeTo(t, person.phone, sessionCalls.sendLoginCode)
    expect((await ask(person.phone, { codeId, code })).data).toEqual({
      proven: true,
      exists: true,
      userType: 'PERSONAL',
      nameMasked: '王**',
    })
    expect(await t.call(sessionCalls.login, { body: { phone: person.phone, codeId, code } })).toMatchObject({
      success: true,
    })
    const nobody = await sendCodeTo(t, '13900000099', sessionCalls.sendRegisterCode)
    expect((await ask('13900000099', { codeId: nobody.codeId, code: nobody.code })).data).toEqual({
      proven: true,
      exists: false,
      userType: null,
      nameMasked: null,
    })
  })

  it('is told to nobody else: the answer is the same for every phone, and the same work is done for it', async () => {
    const person = await t.member()
    const wrong = { codeId: '018f0000-0000-7000-8000-000000000001', code: '000000' }
    await ask(person.phone)
    const spy = vi.spyOn(t.services.db.system, 'selectFrom')
    const update = vi.spyOn(t.services.db.system, 'updateTable')
    const workFor = async (phone: string, more?: object) => {
      spy.mockClear()
      update.mockClear()
      const { requestId: _, ...reply } = await ask(phone, more)
      return { reply, tables: [...spy.mock.calls, ...update.mock.calls].map(([table]) => table) }
    }
    const known = await workFor(person.phone)
    expect(known.reply).toMatchObject({ success: true, data: neutral })
    expect(known.tables).not.toContain('person')
    expect(await workFor('13900000098')).toEqual(known)
    const guessed = await workFor(person.phone, wrong)
    expect(guessed.reply).toMatchObject({ errorCode: 'code-wrong' })
    expect(guessed.tables).not.toContain('person')
    expect(await workFor('13900000098', wrong)).toEqual(guessed)
    vi.restoreAllMocks()
  })

  it('is not told by a code of another phone', async () => {
    const person = await t.member()
    const { codeId, code } = await sendCodeTo(t, '13900000097', sessionCalls.sendRegisterCode)
    expect(await ask(person.phone, { codeId, code })).toMatchObject({ errorCode: 'code-wrong' })
  })
})
