import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import { sweepSessions } from '../../server/accounts/sign-in/sessions.repo.ts'
import { tokenHash } from '../../server/kit/ids.ts'
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
  /** Somebody with an own account who also acts for the enterprise, and both as targets of a switch. */
  const inTwo = async () => {
    const known = await t.member({ name: '陈默' })
    await invite({ phone: known.phone, grants: ['evidence.all'] })
    const { list: targets } = (await t.call(sessionCalls.switchList, {}, known)).data
    const [home, company] = [targets.find((a) => a.role === 'owner')!, targets.find((a) => a.role === 'sub')!]
    return { known, home, company }
  }
  const switchTo = async (from: Member, { userId }: { userId: string }) => ({
    ...from,
    token: (await t.call(sessionCalls.switchTo, { params: { userId } }, from)).data.token,
  })
  const endOf = async ({ token }: { token: string }) =>
    (
      await t.services.db.system
        .selectFrom('session')
        .select('expiresAt')
        .where('tokenSha256', '=', tokenHash(token))
        .executeTakeFirst()
    )?.expiresAt.toISOString()

  it('of a switch acts in that account alone and leads to no other; other tabs stay where they are', async () => {
    const { known, home, company } = await inTwo()
    const acting = await switchTo(known, company)
    expect((await t.call(sessionCalls.bean, {}, acting)).data).toMatchObject({
      accountId: main.accountId,
      role: 'sub',
      accounts: 1,
    })
    expect(await t.call(evidenceCalls.list, { body: {} }, acting, { 'x-account': known.accountId })).toMatchObject({
      errorCode: 'account-not-yours',
    })
    expect((await t.call(sessionCalls.switchList, {}, acting)).data.list).toMatchObject([
      { userId: company.userId, current: true },
    ])
    expect(await t.call(sessionCalls.switchTo, { params: { userId: home.userId } }, acting)).toMatchObject({
      errorCode: 'account-not-yours',
    })
    expect((await t.call(sessionCalls.bean, {}, known)).data).toMatchObject({ accountId: known.accountId, accounts: 2 })
    expect(await t.call(sessionCalls.switchTo, { params: { userId: main.membershipId } }, known)).toMatchObject({
      errorCode: 'account-not-yours',
    })
  })

  it('of a switch ends when the one it came from would have, and with it when that one is signed out', async () => {
    const { known, company } = await inTwo()
    const end = new Date(Date.now() + 3_600_000)
    await t.services.db.system
      .updateTable('session')
      .set({ expiresAt: end })
      .where('tokenSha256', '=', tokenHash(known.token))
      .execute()
    const acting = await switchTo(known, company)
    const again = await switchTo(acting, company)
    const renewed = await t.call(sessionCalls.renewToken, { query: { token: known.token } })
    const parent = { ...known, token: renewed.data.token }
    expect(await Promise.all([acting, again, parent].map(endOf))).toEqual(Array(3).fill(end.toISOString()))
    expect((await t.call(sessionCalls.bean, {}, again)).success).toBe(true)
    await t.call(sessionCalls.logout, {}, parent)
    for (const dead of [acting, again]) {
      expect(await t.call(sessionCalls.bean, {}, dead)).toMatchObject({ statusCode: '500002' })
      expect(await t.call(sessionCalls.renewToken, { query: { token: dead.token } })).toMatchObject({
        errorCode: 'old-token-gone',
      })
    }
  })

  it('of a switch stays when its holder ends all others, and while it is used its idle parent is not swept away', async () => {
    const { known, company } = await inTwo()
    const acting = await switchTo(known, company)
    const again = await switchTo(acting, company)
    const idle = (...ones: Member[]) =>
      t.services.db.system
        .updateTable('session')
        .set({ seenAt: new Date(Date.now() - 13 * 3_600_000) })
        .where(
          'tokenSha256',
          'in',
          ones.map((o) => tokenHash(o.token)),
        )
        .execute()
    await idle(known, acting)
    await sweepSessions(t.services.db)
    expect((await t.call(sessionCalls.bean, {}, again)).success).toBe(true)
    expect(await t.call(sessionCalls.bean, {}, known)).toMatchObject({ statusCode: '500002' })
    expect((await t.call(settingsCalls.endOtherSessions, {}, again)).success).toBe(true)
    expect((await t.call(sessionCalls.bean, {}, again)).success).toBe(true)
    expect(await Promise.all([known, acting].map(endOf))).toEqual([undefined, undefined])
    await idle(again)
    await sweepSessions(t.services.db)
    expect(await endOf(again)).toBeUndefined()
  })

  it('of a switch stays when its holder ends the one it came from by name', async () => {
    const { known, company } = await inTwo()
    const acting = await switchTo(known, company)
    const again = await switchTo(acting, company)
    const { list } = (await t.call(settingsCalls.sessions, {}, again)).data
    const oldest = list.toSorted((a, b) => a.beganAt.localeCompare(b.beganAt))[0]!
    expect((await t.call(settingsCalls.endSession, { params: { id: oldest.id } }, again)).success).toBe(true)
    expect((await t.call(sessionCalls.bean, {}, again)).success).toBe(true)
    expect(await t.call(sessionCalls.bean, {}, known)).toMatchObject({ statusCode: '500002' })
    expect(await t.call(sessionCalls.bean, {}, acting)).toMatchObject({ statusCode: '500002' })
  })

  it('is exchanged once for one of the same reach', async () => {
    const first = await t.member()
    const { data } = await t.call(sessionCalls.renewToken, { query: { token: first.token } })
    expect((await t.call(sessionCalls.bean, {}, { ...first, token: data.token })).success).toBe(true)
    expect(await t.call(sessionCalls.bean, {}, first)).toMatchObject({ statusCode: '500002' })
    expect(await t.call(sessionCalls.renewToken, { query: { token: first.token } })).toMatchObject({
      errorCode: 'old-token-gone',
    })
  })
})
