import { describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import type { Grant } from '../../contract/kit/rights.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import type { Member } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { waitForLock } from '../kit/test-database.ts'
import { asEnterprise, invite, list, main, newPhone, sendCode, t } from './sub-account-kit.ts'

asEnterprise()

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
    expect([...bean.rights].sort()).toEqual(['captures.start', 'evidence.download', 'evidence.read', 'friends.invite'])
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

  it.each([
    ['just opens an account of their own', { broughtBy: null }],
    ['is just leaving the phone that the code went to', { phone: newPhone() }],
  ])('is not set for somebody who %s', async (_, change) => {
    await forgetLimits(t)
    const sub = await t.sub(main)
    let setting: ReturnType<typeof set> | undefined
    await t.services.db.asSystem(async (tx) => {
      await tx.updateTable('person').set(change).where('id', '=', sub.personId).execute()
      setting = set(sub.membershipId, sub.phone)
      await waitForLock(t)
    })
    expect(await setting).toMatchObject({ errorCode: 'not-ours' })
    expect(await t.call(sessionCalls.bean, {}, sub)).toMatchObject({ success: true })
  })
})
