import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import type { Member } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { asEnterprise, invite, list, main, t } from './sub-account-kit.ts'

asEnterprise()

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
      errorCode: 'wrong-credentials',
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
      agreementVersion: sampleEdition,
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
