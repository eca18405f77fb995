import { describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { subInvitationCalls } from '../../contract/accounts/sub-invitations.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { sampleEdition } from '../../contract/platform/legal.ts'
import type { Member } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { asEnterprise, main, newPhone, t } from './sub-account-kit.ts'

asEnterprise()

async function invite(wish: { phone?: string; name?: string; grants?: 'captures.start'[] } = {}, as: Member = main) {
  const body = { phone: newPhone(), name: '王五', grants: ['captures.start' as const], dept: '法务部', ...wish }
  const { data } = await t.call(subInvitationCalls.invite, { body }, as)
  return { ...data, phone: body.phone, token: data.url.split('#')[1] ?? '' }
}

async function sendCode({ token, phone }: { token: string; phone: string }) {
  const sent = await t.call(subInvitationCalls.sendCode, { params: { token }, body: await answerCaptcha(t) })
  return { codeId: sent.data.codeId, code: readCode(t, phone) }
}

const agreed = { name: '王小五', agreementVersion: sampleEdition, consent: true }
const accept = async (token: string, proof: { codeId: string; code: string }) =>
  t.call(subInvitationCalls.accept, { params: { token }, body: { ...agreed, ...proof } })

const listed = async (query = {}) => (await t.call(subInvitationCalls.list, { query }, main)).data.list

describe('an invitation by link', () => {
  it('makes whoever proves the phone a sub-account, signed in, and is used up', async () => {
    const invited = await invite()
    expect(invited.url).toMatch(/\/sub-invitation#[\w-]{43}$/)
    expect((await t.call(subInvitationCalls.open, { params: { token: invited.token } })).data).toEqual({
      account: '风岛公司',
      name: '王五',
      phoneMasked: invited.phone.replace(/^(...)....(....)$/, '$1****$2'),
      expiresAt: invited.expiresAt,
    })
    const proof = await sendCode(invited)
    // The text is one that nobody is asked to pass on.
    expect(t.messages.findLast((m) => m.recipient === invited.phone)?.text).toContain('请勿告诉他人')
    const { data } = await accept(invited.token, proof)
    const bean = await t.call(sessionCalls.bean, {}, { token: data.token } as never)
    expect(bean.data).toMatchObject({ personName: '王小五', accountName: '风岛公司', role: 'sub' })
    expect(bean.data.rights).toContain('captures.start')
    const subs = (await t.call(subAccountCalls.list, { query: {} }, main)).data.list
    // Their password is theirs to set: they were brought by nobody.
    expect(subs).toMatchObject([{ name: '王小五', dept: '法务部', status: 'ACTIVE', ours: false }])
    expect(await listed()).toMatchObject([{ name: '王五', invitationState: 'ACCEPTED' }])
    expect(await t.call(subInvitationCalls.open, { params: { token: invited.token } })).toMatchObject({
      errorCode: 'invitation-gone',
    })
    const acts = (await t.call(auditCalls.list, { query: {} }, main)).data.list.map((a) => a.action)
    expect(acts).toEqual(expect.arrayContaining(['subAccount.invited', 'subAccount.joined']))
    const consent = await t.services.db.system
      .selectFrom('person')
      .select(['consentVersion', 'consentAt'])
      .where('phone', '=', invited.phone)
      .executeTakeFirstOrThrow()
    expect(consent).toMatchObject({ consentVersion: sampleEdition, consentAt: expect.any(Date) as Date })
  })

  it('is no key by itself: without the code of its own phone nobody comes in', async () => {
    const [ours, theirs] = [await invite(), await invite()]
    const foreign = await sendCode(theirs)
    expect(await accept(ours.token, foreign)).toMatchObject({ errorCode: 'code-wrong' })
    // Nor does a code of a login, or this one at the login.
    const login = await t.call(sessionCalls.sendLoginCode, {
      body: { phone: ours.phone, ...(await answerCaptcha(t)) },
    })
    const proof = { codeId: login.data.codeId, code: readCode(t, ours.phone) }
    expect(await accept(ours.token, proof)).toMatchObject({ errorCode: 'code-wrong' })
    expect((await listed()).every((i) => i.invitationState === 'PENDING')).toBe(true)
  })

  it('keeps the name of somebody who is registered, and their own account', async () => {
    const member = await t.member({ name: '老客户' })
    const invited = await invite({ phone: member.phone })
    const { data } = await accept(invited.token, await sendCode(invited))
    expect(data.needSwitch).toBe(true)
    expect((await t.call(subAccountCalls.list, { query: {} }, main)).data.list).toMatchObject([{ name: '老客户' }])
  })

  it('ends when it is sent anew, withdrawn or too old', async () => {
    const first = await invite()
    const second = await invite({ phone: first.phone })
    expect(second.id).toBe(first.id)
    const opened = async (token: string) => t.call(subInvitationCalls.open, { params: { token } })
    expect(await opened(first.token)).toMatchObject({ errorCode: 'invitation-gone' })
    const proof = await sendCode(second)
    const withdrawn = await t.call(subInvitationCalls.withdraw, { body: { ids: [second.id] } }, main)
    expect(withdrawn.data).toMatchObject({ list: [{ id: second.id, ok: true }] })
    expect(await accept(second.token, proof)).toMatchObject({ errorCode: 'invitation-gone' })
    expect((await t.call(subInvitationCalls.withdraw, { body: { ids: [second.id] } }, main)).data).toMatchObject({
      list: [{ id: second.id, ok: true }],
    })
    const third = await invite()
    await t.services.db.system
      .updateTable('subInvitation')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('id', '=', third.id)
      .execute()
    expect(await opened(third.token)).toMatchObject({ errorCode: 'invitation-gone' })
    expect((await listed({ invitationState: 'EXPIRED' })).map((i) => i.id)).toEqual([third.id])
    expect((await listed({ invitationState: 'WITHDRAWN' })).map((i) => i.id)).toEqual([second.id])
  })

  it('brings back somebody who was removed, and invites nobody who is there', async () => {
    const invited = await invite()
    await accept(invited.token, await sendCode(invited))
    const again = await t.call(
      subInvitationCalls.invite,
      { body: { phone: invited.phone, name: '王五' } as never },
      main,
    )
    expect(again).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path: 'phone', key: 'duplicate' }] } })
    const [sub] = (await t.call(subAccountCalls.list, { query: {} }, main)).data.list
    await t.call(subAccountCalls.removeMany, { body: { ids: [sub!.id] } }, main)
    await t.services.db.system.deleteFrom('rateWindow').execute()
    const back = await invite({ phone: invited.phone })
    expect(await accept(back.token, await sendCode(back))).toMatchObject({ success: true })
    expect((await t.call(subAccountCalls.list, { query: {} }, main)).data.list).toMatchObject([
      { id: sub!.id, status: 'ACTIVE' },
    ])
  })

  it('is not for whoever sends it', async () => {
    const body = { phone: main.phone, name: '自己' } as never
    expect(await t.call(subInvitationCalls.invite, { body }, main)).toMatchObject({
      data: { fields: [{ path: 'phone', key: 'duplicate' }] },
    })
  })

  it('is accepted once, by whoever is first', async () => {
    const invited = await invite()
    const one = await sendCode(invited)
    await t.services.db.system.deleteFrom('rateWindow').execute()
    const other = await sendCode(invited)
    const codes = (await Promise.all([one, other].map((proof) => accept(invited.token, proof)))).map((r) => r.errorCode)
    expect(codes.toSorted()).toEqual(['invitation-gone', undefined].toSorted())
  })

  it('leads nowhere once whoever sent it is about to leave', async () => {
    const invited = await invite()
    const proof = await sendCode(invited)
    await t.services.db.system
      .updateTable('person')
      .set({ closingAt: new Date(Date.now() + 86_400_000) })
      .where('id', '=', main.personId)
      .execute()
    expect(await accept(invited.token, proof)).toMatchObject({ errorCode: 'invitation-gone' })
  })
})
