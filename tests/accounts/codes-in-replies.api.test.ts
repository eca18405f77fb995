import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { CodeSent, sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { subInvitationCalls } from '../../contract/accounts/sub-invitations.ts'
import { lawyerCalls } from '../../contract/content/lawyers.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import { type Message, senderOf } from '../../server/kit/notify/messages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { allCalls } from '../rules/matrix/all-calls.ts'

// A code proves a phone or an address only as long as nobody else hears it: whoever asks for one must not be told, in no mode.

interface Asked {
  call: Call
  /** Where the code goes. */
  to: string
  body: Record<string, unknown>
  params?: Record<string, string>
  as?: Member
}
let phones = 13_500_000_000
const newPhone = () => String(++phones)

/** Every way to have a code sent, by somebody who may. */
const ways: Record<string, (t: TestApp, me: Member) => Asked | Promise<Asked>> = {
  'session.sendLoginCode': (_, { phone }) => ({ call: sessionCalls.sendLoginCode, to: phone, body: { phone } }),
  'session.sendPasswordCode': (_, { phone }) => ({ call: sessionCalls.sendPasswordCode, to: phone, body: { phone } }),
  'session.sendRegisterCode': (_, __, phone = newPhone()) => ({
    call: sessionCalls.sendRegisterCode,
    to: phone,
    body: { phone },
  }),
  'phone.sendCode': (_, me) => ({ call: phoneCalls.sendCode, to: me.phone, body: { scene: 'PROVE' }, as: me }),
  'mail.sendCode': (_, me) => ({
    call: mailCalls.sendCode,
    to: 'li.lei@example.com',
    body: { mail: 'li.lei@example.com' },
    as: me,
  }),
  'lawyers.sendCode': (_, __, phone = newPhone()) => ({ call: lawyerCalls.sendCode, to: phone, body: { phone } }),
  'subAccounts.sendCode': (_, me, phone = newPhone()) => ({
    call: subAccountCalls.sendCode,
    to: phone,
    body: { phone },
    as: me,
  }),
  async 'subInvitations.sendCode'(t, me) {
    const phone = newPhone()
    const body = { phone, name: '王五', grants: [], dept: '' }
    const { data } = await t.call(subInvitationCalls.invite, { body }, me)
    return { call: subInvitationCalls.sendCode, to: phone, body: {}, params: { token: data.url.split('#')[1]! } }
  },
}

it('every call that sends a code is among these', () => {
  const sending = allCalls.filter(({ title, call }) => call.reply === CodeSent || /\.send\w*Code$/.test(title))
  expect(sending.map(({ title }) => title).toSorted()).toEqual(Object.keys(ways).toSorted())
})

const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com' }
describe.each([
  ['a local installation', {}],
  ['a production', production],
])('%s', (_, env) => {
  let t: TestApp
  let me: Member
  const sent: Message[] = []
  beforeAll(async () => {
    t = await buildTestApp(env)
    me = await t.member({ kind: 'enterprise' })
    // Every vendor is there, and nothing leaves.
    const messages = senderOf({ can: () => true, send: async (_tx, message) => void sent.push(message) })
    Object.assign(t.services, { messages })
  })
  beforeEach(() => forgetLimits(t))
  afterAll(() => t.close())

  it.each(Object.entries(ways))('sends a code by %s and says nothing of it', async (_title, way) => {
    const { call, to, body, params, as } = await way(t, me)
    const response = await t.inject({
      method: call.method,
      url: pathOf(call, params),
      payload: { ...body, ...(await answerCaptcha(t)) },
      headers: as ? { 'x-auth-token': as.token } : {},
    })
    const { recipient, params: said } = sent.at(-1)!
    expect([recipient, said['code']]).toEqual([to, expect.stringMatching(/^\d{6}$/)])
    expect(response.json()).toEqual({
      flag: true,
      success: true,
      statusCode: expect.any(String) as string,
      errorMessage: '',
      data: { codeId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, ttl: 300 },
    })
    // Ids are random, and may hold these digits by accident.
    const { codeId } = (response.json() as { data: { codeId: string } }).data
    const heads = { ...response.headers, date: '', 'x-request-id': '' }
    expect(response.body.replace(codeId, '') + JSON.stringify(heads)).not.toContain(said['code'])
  })

  it('asks its questions without their answers', async () => {
    const fields = async (kind: 'picture' | 'work') =>
      Object.keys((await t.call(sessionCalls.captcha, { query: { kind } })).data).toSorted()
    expect([await fields('picture'), await fields('work')]).toEqual([
      ['captchaId', 'svg'],
      ['captchaId', 'work'],
    ])
    for (const call of [sessionCalls.message, sessionCalls.memberMessage])
      expect(Object.keys((await t.call(call, { query: {} })).data).toSorted()).toEqual(['code', 'imgBase'])
  })
})
