import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { invitationCalls } from '../../contract/accounts/invitations.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { sweepPreviews } from '../../server/captures/captures.jobs.ts'
import { notifyBatchDone, notifyCaptureFailed } from '../../server/captures/capture-notices.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { newId } from '../../server/kit/ids.ts'
import { answerCaptcha, sendCodeTo } from '../kit/people/codes.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { inAnother, list, me, operator, password, t, titles, told, withSomebody } from './message-kit.ts'

withSomebody()

describe('what is told', () => {
  const capture = (id: string, number: string, batchId: string | null = null) => ({
    id,
    number,
    name: '',
    platformId: t.platformId,
    accountId: me.accountId,
    personId: me.personId,
    batchId,
  })

  it('a capture that was not confirmed in time', async () => {
    const { id } = await buildEvidence(t, me, { name: '待确认页', status: 'to-confirm' })
    await t.services.db.system
      .updateTable('evidence')
      .set({ confirmUntil: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
    await sweepPreviews(t.services)
    expect(await told()).toEqual(['取证逾期未确认：待确认页'])
  })

  it('a sheet, once, when the last of its captures has ended, and none of them by itself', async () => {
    const batchId = newId()
    await t.services.db.system
      .insertInto('captureBatch')
      .values({
        id: batchId,
        platformId: t.platformId,
        accountId: me.accountId,
        personId: me.personId,
        personName: me.name,
        fileName: '清单.xlsx',
        rows: '[]' as unknown as Json,
        submittedAt: new Date(),
      })
      .execute()
    const made = [
      await buildEvidence(t, me),
      await buildEvidence(t, me, { status: 'failed' }),
      await buildEvidence(t, me, { status: 'collecting' }),
    ]
    await t.services.db.system
      .updateTable('evidence')
      .set({ batchId })
      .where(
        'id',
        'in',
        made.map((e) => e.id),
      )
      .execute()
    const ends = (e: (typeof made)[number]) =>
      t.services.db.asSystem((tx) => notifyBatchDone(tx, t.services, capture(e.id, e.number, batchId)))
    await ends(made[0]!)
    await t.services.db.asSystem((tx) =>
      notifyCaptureFailed(tx, t.services, capture(made[1]!.id, made[1]!.number, batchId), 'timed-out'),
    )
    expect(await told()).toEqual([])
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'timed-out' })
      .where('id', '=', made[2]!.id)
      .execute()
    await Promise.all([ends(made[2]!), ends(made[1]!)])
    await deliverAll(t)
    expect(await list()).toMatchObject([
      {
        title: '表格取证结束：清单.xlsx',
        content: '成功 1 条，失败或取消 2 条。',
        link: `/onlineForensics/url?batchId=${batchId}`,
      },
    ])
  })

  it('the answer to feedback, to whoever took the evidence', async () => {
    const sub = await t.sub(me, { grants: ['evidence.write'] })
    const { number } = await buildEvidence(t, sub)
    const { data } = await t.call(feedbackCalls.give, { body: { ano: number, reason: 'OTHER', content: '缺图' } }, sub)
    await t.call(
      feedbackCalls.answer,
      { params: { id: data.feedbackId }, body: { verdict: 'PASS', reply: '已补采' } },
      operator,
    )
    await deliverAll(t)
    expect(await list(sub)).toMatchObject([{ title: `反馈有答复：${number}`, content: '已采纳。已补采' }])
    expect(await titles(me)).toEqual([])
  })

  it('what becomes of a sub-account, to the person, also once they have no part any more', async () => {
    const sub = await t.sub(me)
    const own = await inAnother(sub)
    const id = sub.membershipId
    await t.call(
      subAccountCalls.update,
      { params: { id }, body: { grants: ['captures.start'], quota: 3, dept: '' } },
      me,
    )
    await t.call(
      subAccountCalls.update,
      { params: { id }, body: { grants: ['captures.start'], quota: 3, dept: '' } },
      me,
    )
    await t.call(subAccountCalls.setStatusOfMany, { body: { ids: [id], status: 'DISABLED' } }, me)
    await t.call(subAccountCalls.setStatusOfMany, { body: { ids: [id], status: 'ACTIVE' } }, me)
    await t.call(subAccountCalls.removeMany, { body: { ids: [id] } }, me)
    expect(await told(own)).toEqual([
      '您不再是 风岛公司 的子账户',
      '您在 风岛公司 的子账户已恢复',
      '您在 风岛公司 的子账户已被停用',
      '您在 风岛公司 的权限有变动',
    ])
    expect(await titles(me)).toEqual([])
  })

  it('that staff disabled an account or logged somebody out, with the reason where one is told', async () => {
    await t.call(
      accountCalls.setStanding,
      { params: { id: me.accountId }, body: { standing: 'DISABLED', reason: '投诉 1' } },
      operator,
    )
    await t.call(
      accountCalls.setStanding,
      { params: { id: me.accountId }, body: { standing: 'DISABLED', reason: '投诉 2' } },
      operator,
    )
    await deliverAll(t)
    expect(await list()).toMatchObject([
      { title: '账户已被停用', content: expect.stringContaining('原因：投诉 1') as string },
    ])
    await t.call(personCalls.signOut, { params: { id: me.personId }, body: { reason: '可疑' } }, operator)
    await deliverAll(t)
    const { data } = await t.call(sessionCalls.login, {
      body: { phone: me.phone, password, ...(await answerCaptcha(t)) },
    })
    expect((await titles({ ...me, token: data.token }))[0]).toBe('工作人员让您的账户退出了登录')
  })

  it('a login on a device that was not seen before; not the first login, nor a newer version of the same browser', async () => {
    const chrome = (version: number) =>
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const signIn = async (userAgent: string) =>
      t.call(sessionCalls.login, { body: { phone: me.phone, password, ...(await answerCaptcha(t)) } }, undefined, {
        'user-agent': userAgent,
      })
    await signIn(chrome(130))
    await signIn(chrome(131))
    expect(await told()).toEqual([])
    await signIn(firefox)
    await signIn(firefox)
    await deliverAll(t)
    expect(await list()).toMatchObject([
      {
        title: '您的账户在新设备上登录',
        content: expect.stringContaining('Firefox 145 · Windows') as string,
        link: '/accountSetting/basicSetting',
      },
    ])
  })

  it('a new password: on the page, and by SMS at once and once', async () => {
    const { data } = await t.call(
      settingsCalls.changePassword,
      { body: { oldPassword: password, newPassword: 'another long one' } },
      me,
    )
    const signedIn = { ...me, token: data.token }
    const sent = () => t.messages.filter((m) => m.recipient === me.phone)
    expect(sent().map((m) => m.template)).toEqual(['passwordChanged'])
    expect(await told(signedIn)).toEqual(['密码已修改'])
    expect(sent().length).toBe(1)
  })

  it('that a friend came by one’s invitation, without their whole name', async () => {
    const { data: invited } = await t.call(invitationCalls.list, { query: {} }, me)
    const { codeId, code } = await sendCodeTo(t, '13911110001', sessionCalls.sendRegisterCode)
    await t.call(sessionCalls.register, {
      body: {
        phone: '13911110001',
        code,
        codeId,
        name: '陈小河',
        password,
        userType: 'personal',
        agreementVersion: sampleEdition,
        consent: true,
        inviteCode: invited.inviteCode,
      },
    })
    expect(await told()).toEqual(['陈** 通过您的邀请注册了'])
  })
})
