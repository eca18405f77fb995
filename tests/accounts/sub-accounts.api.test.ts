import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import type { Grant } from '../../contract/kit/rights.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let main: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  main = await t.member({ name: '风岛公司', kind: 'enterprise' })
  await forgetLimits(t)
})
afterAll(() => t.close())

let phones = 13_700_000_000
const newPhone = () => String(++phones)

async function sendCode(to: { phone?: string; userId?: string; reads?: string }, as = main) {
  const { reads, ...target } = to
  const sent = await t.call(subAccountCalls.sendCode, { body: { ...target, ...(await answerCaptcha(t)) } }, as)
  return { sent, codeId: sent.data?.codeId, code: readCode(t, reads ?? to.phone ?? '') }
}

async function invite(
  { phone = newPhone(), name = '王五', grants = [] as Grant[], quota = null as number | null } = {},
  as = main,
) {
  const { codeId, code } = await sendCode({ phone }, as)
  return {
    phone,
    reply: await t.call(
      subAccountCalls.create,
      { body: { phone, name, codeId, code, grants, quota, dept: '法务部' } },
      as,
    ),
  }
}

const list = async (as = main, query: Record<string, string> = {}) =>
  (await t.call(subAccountCalls.list, { query }, as)).data
const keys = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))

async function signInByCode(phone: string): Promise<Member> {
  const sent = await t.call(sessionCalls.sendLoginCode, { body: { phone, ...(await answerCaptcha(t)) } })
  const { data } = await t.call(sessionCalls.login, {
    body: { phone, codeId: sent.data.codeId, code: readCode(t, phone) },
  })
  return { ...main, token: data.token }
}

describe('an enterprise', () => {
  it('invites somebody new, who agrees by their code, signs in by SMS and acts for it', async () => {
    const { phone, reply } = await invite({ grants: ['captures.start', 'evidence.download'], quota: 20 })
    expect(reply).toMatchObject({ success: true, data: { name: '王五' } })
    expect(await list()).toMatchObject({
      total: 1,
      list: [
        {
          name: '王五',
          dept: '法务部',
          grants: ['captures.start', 'evidence.download'],
          quota: 20,
          used: 0,
          status: 'ACTIVE',
          ours: true,
          phoneMasked: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
        },
      ],
    })
    expect(t.messages.findLast((m) => m.recipient === phone)!.text).toContain('风岛公司')
    await forgetLimits(t)
    const sub = await signInByCode(phone)
    const { data: bean } = await t.call(sessionCalls.bean, {}, sub)
    expect(bean).toMatchObject({
      personName: '王五',
      accountName: '风岛公司',
      accountId: main.accountId,
      role: 'sub',
      accounts: 1,
    })
    expect([...bean.rights].sort()).toEqual(['captures.start', 'evidence.download', 'evidence.read'])
  })

  it('invites somebody who is registered: they keep their name, their account and their password, and may switch', async () => {
    const known = await t.member({ name: '陈默' })
    const { reply } = await invite({ phone: known.phone, name: '小陈' })
    expect(reply.data.name).toBe('陈默')
    expect((await list()).list[0]).toMatchObject({ name: '陈默', ours: false })
    const { data } = await t.call(sessionCalls.switchList, {}, known)
    expect(data.list.map(({ name, role, current }) => ({ name, role, current }))).toEqual([
      { name: '陈默', role: 'owner', current: true },
      { name: '风岛公司', role: 'sub', current: false },
    ])
  })

  it('needs the code of that phone, sent for this account', async () => {
    const phone = newPhone()
    const { codeId, code } = await sendCode({ phone })
    const body = { phone, name: '王五', codeId, code }
    const other = await t.member({ name: '别家', kind: 'enterprise' })
    expect(await t.call(subAccountCalls.create, { body }, other)).toMatchObject({ errorCode: 'code-wrong' })
    expect(await t.call(subAccountCalls.create, { body: { ...body, phone: newPhone() } }, main)).toMatchObject({
      errorCode: 'code-wrong',
    })
    expect(await t.call(sessionCalls.login, { body: { phone, codeId, code } })).toMatchObject({
      errorCode: 'code-wrong',
    })
    expect(await t.call(subAccountCalls.create, { body }, main)).toMatchObject({ success: true })
  })

  it('has nobody twice, and takes back whoever it removed', async () => {
    const { phone } = await invite({ grants: ['evidence.all'] })
    await forgetLimits(t)
    expect(keys((await invite({ phone })).reply)).toEqual({ phone: 'duplicate' })
    const { id } = (await list()).list[0]!
    expect(await t.call(subAccountCalls.removeMany, { body: { ids: [id] } }, main)).toMatchObject({
      data: { list: [{ id, ok: true }] },
    })
    expect(await list()).toMatchObject({ total: 0 })
    expect(await list(main, { status: 'DELETED' })).toMatchObject({ total: 1 })
    await forgetLimits(t)
    expect((await invite({ phone })).reply.data.userId).toBe(id)
    expect((await list()).list[0]).toMatchObject({ id, grants: [], status: 'ACTIVE' })
  })

  it('cannot invite itself, nor grant what is not there to be granted', async () => {
    expect(keys((await invite({ phone: main.phone })).reply)).toEqual({ phone: 'duplicate' })
    expect((await t.call(sessionCalls.bean, {}, main)).data.role).toBe('owner')
    const { reply } = await invite({ grants: ['subAccounts.manage', 'operator.people'] as unknown as Grant[] })
    expect(reply).toMatchObject({ errorCode: 'bad-parameter' })
  })

  it('changes grants under a version, and the record tells from what to what', async () => {
    const sub = await t.sub(main, { grants: ['evidence.all'] })
    const update = (version: number) =>
      t.call(
        subAccountCalls.update,
        { params: { id: sub.membershipId }, body: { grants: ['captures.start'], quota: 5, dept: '', version } },
        main,
      )
    expect(await update(1)).toMatchObject({ data: { version: 2 } })
    expect(await update(1)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { version: 2, grants: ['captures.start'], quota: 5 } },
    })
    const { data } = await t.call(historyCalls.of, { params: { kind: 'membership', id: sub.membershipId } }, main)
    expect(data.list.at(-1)).toMatchObject({
      action: 'subAccount.changed',
      details: { changes: { grants: { from: 'evidence.all', to: 'captures.start' }, quota: { from: null, to: 5 } } },
    })
  })

  it('finds its people by name, phone, department, grant and standing', async () => {
    const zhao = await t.sub(main, { name: '赵六', grants: ['captures.start'] })
    await t.sub(main, { name: '钱七' })
    const names = async (query: Record<string, string>) => (await list(main, query)).list.map((s) => s.name)
    expect(await names({ keyWord: '赵' })).toEqual(['赵六'])
    expect(await names({ keyWord: zhao.phone })).toEqual(['赵六'])
    expect(await names({ grant: 'captures.start' })).toEqual(['赵六'])
    expect(await names({ status: 'DISABLED' })).toEqual([])
    expect(await names({ sort: 'createdAt' })).toEqual(['赵六', '钱七'])
  })

  it('sees and touches nobody of another enterprise', async () => {
    const sub = await t.sub(main)
    const other = await t.member({ name: '别家', kind: 'enterprise' })
    const id = sub.membershipId
    expect(await list(other)).toMatchObject({ total: 0 })
    for (const reply of [
      await t.call(subAccountCalls.get, { params: { id } }, other),
      await t.call(subAccountCalls.update, { params: { id }, body: {} }, other),
      await t.call(subAccountCalls.setStatus, { params: { id }, body: { status: 'DISABLED' } }, other),
      await t.call(subAccountCalls.sendCode, { body: { userId: id, ...(await answerCaptcha(t)) } }, other),
    ])
      expect(reply).toMatchObject({ errorCode: 'not-found' })
    expect(
      (await t.call(subAccountCalls.setStatusOfMany, { body: { ids: [id], status: 'DISABLED' } }, other)).data.list,
    ).toMatchObject([{ ok: false }])
    // Nor its own owner's part, which no call may reach.
    expect(
      await t.call(
        subAccountCalls.setStatus,
        { params: { id: main.membershipId }, body: { status: 'DISABLED' } },
        main,
      ),
    ).toMatchObject({ errorCode: 'not-found' })
    expect((await list()).list[0]).toMatchObject({ status: 'ACTIVE' })
  })

  it('may be a company only, and its sub-accounts have none of their own', async () => {
    const person = await t.member({ kind: 'personal' })
    expect(await t.call(subAccountCalls.list, { query: {} }, person)).toMatchObject({ errorCode: 'forbidden' })
    const sub = await t.sub(main, { grants: ['evidence.all'] })
    expect(await t.call(subAccountCalls.list, { query: {} }, sub)).toMatchObject({ errorCode: 'forbidden' })
  })
})

describe('a sub-account', () => {
  it('sees and does with its own evidence what it may, and nothing with that of others', async () => {
    const [one, two] = [
      await t.sub(main, { grants: ['evidence.write'] }),
      await t.sub(main, { grants: ['evidence.write', 'evidence.download'] }),
    ]
    const [mine, theirs] = [await buildEvidence(t, one), await buildEvidence(t, two)]
    const seen = async (as: Member) =>
      (await t.call(evidenceCalls.list, { body: {} }, as)).data.list.map((e) => e.id).sort()
    expect(await seen(one)).toEqual([mine.id])
    expect(await seen(main)).toEqual([mine.id, theirs.id].sort())
    expect((await t.call(evidenceCalls.operators, {}, one)).data.list).toHaveLength(1)
    expect(
      await t.call(evidenceCalls.update, { params: { id: theirs.id }, body: { evidenceName: 'x' } }, one),
    ).toMatchObject({ errorCode: 'not-found' })
    expect(
      await t.call(evidenceCalls.update, { params: { id: mine.id }, body: { evidenceName: '改名' } }, one),
    ).toMatchObject({ success: true })
    expect(await t.call(evidenceCalls.packageLink, { params: { ano: mine.number } }, one)).toMatchObject({
      errorCode: 'forbidden',
    })
    expect(await t.call(evidenceCalls.packageLink, { params: { ano: theirs.number } }, two)).toMatchObject({
      success: true,
    })
    expect(await t.call(historyCalls.of, { params: { kind: 'evidence', id: theirs.id } }, one)).toMatchObject({
      data: { list: [] },
    })
    expect(
      (await t.call(historyCalls.of, { params: { kind: 'evidence', id: mine.id } }, main)).data.list.at(-1),
    ).toMatchObject({ actor: one.name, action: 'evidence.renamed' })
  })

  it('with the right to all evidence sees that of everybody in the account', async () => {
    const [one, two] = [await t.sub(main), await t.sub(main, { grants: ['evidence.all'] })]
    const e = await buildEvidence(t, one)
    expect((await t.call(evidenceCalls.list, { body: {} }, two)).data.list.map((r) => r.id)).toEqual([e.id])
    expect(await t.call(evidenceCalls.detail, { body: { ano: e.number } }, two)).toMatchObject({ success: true })
  })

  it('starts as many captures a month as it may, however many tabs start them', async () => {
    const sub = await t.sub(main, { grants: ['captures.start'], quota: 3 })
    const start = (n: number) =>
      t.call(
        webCaptureCalls.start,
        { body: { urls: Array.from({ length: n }, (_, i) => `https://example.com/${Math.random()}/${i}`) } },
        sub,
      )
    const replies = await Promise.all([start(2), start(2), start(2)])
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    expect(replies.find((r) => !r.success)).toMatchObject({ errorCode: 'quota-short' })
    expect(await start(1)).toMatchObject({ success: true })
    expect(await start(1)).toMatchObject({ errorCode: 'quota-short' })
    expect((await list()).list[0]).toMatchObject({ used: 3, quota: 3 })
  })

  it('that is disabled or removed is out at once, and its name stays on what it did', async () => {
    const sub = await t.sub(main, { name: '孙八', grants: ['evidence.write'] })
    const e = await buildEvidence(t, sub)
    await t.call(subAccountCalls.setStatus, { params: { id: sub.membershipId }, body: { status: 'DISABLED' } }, main)
    expect(await t.call(evidenceCalls.list, { body: {} }, sub)).toMatchObject({ errorCode: 'account-not-yours' })
    await t.call(subAccountCalls.setStatus, { params: { id: sub.membershipId }, body: { status: 'ACTIVE' } }, main)
    expect(await t.call(evidenceCalls.list, { body: {} }, sub)).toMatchObject({ success: true })
    await t.call(subAccountCalls.removeMany, { body: { ids: [sub.membershipId] } }, main)
    expect(await t.call(evidenceCalls.list, { body: {} }, sub)).toMatchObject({ errorCode: 'account-not-yours' })
    expect((await t.call(evidenceCalls.detail, { body: { ano: e.number } }, main)).data).toMatchObject({
      operator: '孙八',
    })
    expect(await t.call(sessionCalls.login, { body: { phone: sub.phone, password: 'x' } })).toMatchObject({
      errorCode: 'captcha-wrong',
    })
    const sent = await t.call(sessionCalls.sendLoginCode, { body: { phone: sub.phone, ...(await answerCaptcha(t)) } })
    expect(
      await t.call(sessionCalls.login, {
        body: { phone: sub.phone, codeId: sent.data.codeId, code: readCode(t, sub.phone) },
      }),
    ).toMatchObject({ errorCode: 'account-disabled' })
  })

  it('opens an account of its own by its phone, and keeps acting for the enterprise', async () => {
    const sub = await t.sub(main, { name: '周九' })
    const sent = await t.call(sessionCalls.sendRegisterCode, {
      body: { phone: sub.phone, ...(await answerCaptcha(t)) },
    })
    const body = {
      userType: 'personal' as const,
      name: '周九',
      phone: sub.phone,
      codeId: sent.data.codeId,
      code: readCode(t, sub.phone),
      password: 'a long password',
      agreementVersion: '1',
      consent: true,
    }
    const { data } = await t.call(sessionCalls.register, { body })
    const me = { ...sub, token: data.token }
    expect((await t.call(sessionCalls.switchList, {}, me)).data.list.map((a) => a.role).sort()).toEqual([
      'owner',
      'sub',
    ])
    expect((await list()).list[0]).toMatchObject({ ours: false })
    expect(await t.call(sessionCalls.bean, {}, sub)).toMatchObject({ statusCode: '500002' })
  })
})

describe('the password of a sub-account', () => {
  const set = async (userId: string, reads: string, password = 'given by the company', as = main) => {
    const { codeId, code } = await sendCode({ userId, reads }, as)
    return t.call(subAccountCalls.setPassword, { body: { userId, password, codeId, code } }, as)
  }

  it('is set by the enterprise that brought the person, with the person’s code; who was signed in is out', async () => {
    const sub = await t.sub(main)
    expect(await set(sub.membershipId, sub.phone)).toMatchObject({ success: true })
    expect(await t.call(sessionCalls.bean, {}, sub)).toMatchObject({ statusCode: '500002' })
    expect(
      await t.call(sessionCalls.login, {
        body: { phone: sub.phone, password: 'given by the company', ...(await answerCaptcha(t)) },
      }),
    ).toMatchObject({ data: { userType: 'SUB' } })
  })

  it('of somebody with an account of their own is theirs alone', async () => {
    const known = await t.member({ name: '吴十' })
    const { reply } = await invite({ phone: known.phone })
    await forgetLimits(t)
    expect(await set(reply.data.userId, known.phone)).toMatchObject({ errorCode: 'not-ours' })
    expect(await t.call(sessionCalls.bean, {}, known)).toMatchObject({ success: true })
  })

  it('of somebody whom two enterprises brought is no one’s to set but their own', async () => {
    const sub = await t.sub(main)
    const other = await t.member({ name: '别家', kind: 'enterprise' })
    await invite({ phone: sub.phone }, other)
    await forgetLimits(t)
    expect(await set(sub.membershipId, sub.phone)).toMatchObject({ errorCode: 'not-ours' })
  })
})

describe('a token', () => {
  it('of a switch acts in that account alone; the person can switch back, and other tabs stay where they are', async () => {
    const known = await t.member({ name: '陈默' })
    await invite({ phone: known.phone, grants: ['evidence.all'] })
    const { list: targets } = (await t.call(sessionCalls.switchList, {}, known)).data
    const company = targets.find((a) => a.role === 'sub')!
    const { data } = await t.call(sessionCalls.switchTo, { params: { userId: company.userId } }, known)
    const acting = { ...known, token: data.token }
    expect((await t.call(sessionCalls.bean, {}, acting)).data).toMatchObject({ accountId: main.accountId, role: 'sub' })
    expect(await t.call(evidenceCalls.list, { body: {} }, acting, { 'x-account': known.accountId })).toMatchObject({
      errorCode: 'account-not-yours',
    })
    expect((await t.call(sessionCalls.bean, {}, known)).data).toMatchObject({ accountId: known.accountId })
    const home = targets.find((a) => a.role === 'owner')!
    const back = await t.call(sessionCalls.switchTo, { params: { userId: home.userId } }, acting)
    expect((await t.call(sessionCalls.bean, {}, { ...known, token: back.data.token })).data).toMatchObject({
      accountId: known.accountId,
    })
    expect(await t.call(sessionCalls.switchTo, { params: { userId: main.membershipId } }, known)).toMatchObject({
      errorCode: 'account-not-yours',
    })
  })

  it('is exchanged once for one of the same reach', async () => {
    const first = await t.member()
    const { data } = await t.call(sessionCalls.renewToken, { query: { token: first.token } })
    expect((await t.call(sessionCalls.bean, {}, { ...first, token: data.token })).success).toBe(true)
    expect(await t.call(sessionCalls.bean, {}, first)).toMatchObject({ statusCode: '500002' })
    expect(await t.call(sessionCalls.renewToken, { query: { token: first.token } })).toMatchObject({
      statusCode: '500002',
    })
  })
})
