import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invitationCalls } from '../../contract/accounts/invitations.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { staffMessageCalls } from '../../contract/operator/messages.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { sweepPreviews } from '../../server/captures/captures.jobs.ts'
import { notifyBatchDone, notifyCaptureFailed } from '../../server/captures/capture-notices.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { newId } from '../../server/kit/ids.ts'
import { tell } from '../../server/kit/notify/news.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { sweepMessages } from '../../server/messages/messages.repo.ts'
import { deliverNews } from '../../server/messages/news.jobs.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, sendCodeTo } from '../kit/people/codes.ts'
import { deliverAll, takeNewsJobs } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

let t: TestApp
let me: Member
let operator: Member
const password = 'a long enough one'
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '运营', role: 'operator' })
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '风岛公司', kind: 'enterprise', passwordPhc: await hashPassword(password) })
})
afterAll(() => t.close())

const english = { 'x-lang': 'en' }
const list = async (who = me, find: object = {}, headers = {}) =>
  (await t.call(messageCalls.list, { body: find }, who, headers)).data.list
const titles = async (who = me, find: object = {}) => (await list(who, find)).map((m) => m.title)
const count = async (who = me) => (await t.call(messageCalls.count, {}, who)).data
const write = (to: Member, title = '请核对资料', as = operator) =>
  t.call(staffMessageCalls.toPerson, { params: { id: to.personId }, body: { title, content: '第一段\n第二段' } }, as)
const told = async (who = me) => (await deliverAll(t), titles(who))
/** The same person acting in another account of theirs. */
async function inAnother(who: Member): Promise<Member> {
  const other = await t.member({ name: '另一公司', kind: 'enterprise' })
  const membershipId = newId()
  await t.services.db.system
    .insertInto('membership')
    .values({
      id: membershipId,
      platformId: t.platformId,
      personId: who.personId,
      accountId: other.accountId,
      role: 'sub',
      grants: [],
    })
    .execute()
  const { data } = await t.call(sessionCalls.switchTo, { params: { userId: membershipId } }, who)
  return { ...who, token: data.token, accountId: other.accountId, membershipId }
}

describe('a message', () => {
  it('stands in the list once it was told, unread and newest first, and is counted by its type', async () => {
    await write(me, '第一条')
    await write(me, '第二条')
    expect(await titles()).toEqual([])
    await deliverAll(t)
    expect(await list()).toMatchObject([
      { title: '第二条', content: '第一段\n第二段', type: 'service', subtype: 'note', isRead: false, link: null },
      { title: '第一条' },
    ])
    expect(await count()).toEqual({ total: 2, byType: { evidence: 0, account: 0, security: 0, service: 2 } })
    expect(await titles(me, { type: 'evidence' })).toEqual([])
  })

  it('is read by its id, or with all others; what was read stays so', async () => {
    for (const title of ['第一条', '第二条', '第三条']) await write(me, title)
    await deliverAll(t)
    const [third] = await list()
    const read = (body: object) => t.call(messageCalls.read, { body }, me)
    expect((await read({ ids: [third!.id, newId()] })).data).toMatchObject({
      read: 1,
      list: [{ id: third!.id, ok: true }, { ok: false }],
    })
    expect(await titles(me, { isRead: false })).toEqual(['第二条', '第一条'])
    expect((await t.call(messageCalls.get, { params: { id: third!.id } }, me)).data.isRead).toBe(true)
    expect((await read({ all: true })).data).toEqual({ read: 2, list: [] })
    expect([await count(), await titles(me, { isRead: true })]).toMatchObject([
      { total: 0 },
      ['第三条', '第二条', '第一条'],
    ])
    expect(await read({})).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'ids', key: 'required' }] },
    })
  })

  it('that was deleted is gone for its reader; staff still see that they wrote it', async () => {
    await write(me, '会删掉的')
    await deliverAll(t)
    const [m] = await list()
    expect((await t.call(messageCalls.remove, { query: { ids: [m!.id] } }, me)).data).toMatchObject({ deleted: 1 })
    expect((await t.call(messageCalls.remove, { query: { ids: [m!.id] } }, me)).data).toMatchObject({
      deleted: 0,
      list: [{ ok: false }],
    })
    expect(await t.call(messageCalls.get, { params: { id: m!.id } }, me)).toMatchObject({ errorCode: 'not-found' })
    expect((await t.call(staffMessageCalls.list, { query: { keyWord: '会删掉' } }, operator)).data.list).toMatchObject([
      { title: '会删掉的', reader: '风岛公司', account: null, writer: '运营', readAt: null },
    ])
  })

  it('is named in an address as older clients write lists', async () => {
    await write(me)
    await deliverAll(t)
    const [m] = await list()
    const response = await t.inject({
      method: 'DELETE',
      url: `${pathOf(messageCalls.remove)}?ids[]=${m!.id}`,
      headers: { 'x-auth-token': me.token },
    })
    expect(response.json()).toMatchObject({ data: { deleted: 1 } })
    const form = await t.inject({
      method: 'POST',
      url: pathOf(messageCalls.read),
      payload: `ids[]=${m!.id}`,
      headers: { 'x-auth-token': me.token, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.json()).toMatchObject({ data: { read: 0, list: [{ id: m!.id }] } })
  })

  it('about an account is read in that account alone; one about the person, wherever they act', async () => {
    await t.call(
      staffMessageCalls.toAccount,
      { params: { id: me.accountId }, body: { title: '给账户', content: '内容' } },
      operator,
    )
    await write(me, '给本人')
    await deliverAll(t)
    const elsewhere = await inAnother(me)
    expect([await titles(me), await titles(elsewhere)]).toEqual([['给本人', '给账户'], ['给本人']])
    const [, ofAccount] = await list(me)
    expect(await t.call(messageCalls.get, { params: { id: ofAccount!.id } }, elsewhere)).toMatchObject({
      errorCode: 'not-found',
    })
    expect((await t.call(messageCalls.read, { body: { all: true } }, elsewhere)).data.read).toBe(1)
    expect((await count(me)).total).toBe(1)
  })

  it('to the main account is not for its sub-accounts', async () => {
    const sub = await t.sub(me, { grants: ['evidence.all'] })
    await t.call(
      staffMessageCalls.toAccount,
      { params: { id: me.accountId }, body: { title: '给账户', content: '内容' } },
      operator,
    )
    await write(me, '给本人')
    await deliverAll(t)
    expect(await titles(sub)).toEqual([])
  })

  it('is told in the language of whoever reads', async () => {
    const { id, number } = await buildEvidence(t, me, { name: '店铺首页', status: 'failed' })
    await t.services.db.asSystem((tx) =>
      notifyCaptureFailed(
        tx,
        t.services,
        {
          id,
          number,
          name: '店铺首页',
          platformId: t.platformId,
          accountId: me.accountId,
          personId: me.personId,
          batchId: null,
        },
        'url-too-long',
        { max: 2000 },
      ),
    )
    await deliverAll(t)
    expect(await list()).toMatchObject([
      { title: '取证失败：店铺首页', content: expect.stringContaining('2000') as string, link: `/attestation/${id}` },
    ])
    expect(await list(me, {}, english)).toMatchObject([
      { title: 'Capture failed: 店铺首页', content: expect.stringMatching(/^The address .*2000/) as string },
    ])
  })

  it('is told once, however often and by however many its job runs', async () => {
    await t.call(
      messageChoiceCalls.save,
      { body: { choices: [{ kind: 'note', page: true, mail: false, sms: true }] } },
      me,
    )
    await write(me)
    const [job] = await takeNewsJobs(t)
    await Promise.all([deliverNews(t.services, job!), deliverNews(t.services, job!)])
    await deliverNews(t.services, job!)
    expect(await titles()).toEqual(['请核对资料'])
    expect(t.messages.filter((m) => m.recipient === me.phone).map((m) => m.text)).toEqual([
      expect.stringContaining('请核对资料'),
    ])
  })

  it('tells the consoles of its reader, in every account where it can be read', async () => {
    const elsewhere = await inAnother(me)
    await write(me)
    await deliverAll(t)
    const events = await t.services.db.system
      .selectFrom('liveEvent')
      .select(['accountId', 'personId'])
      .where('personId', '=', me.personId)
      .execute()
    expect(events).toEqual(
      expect.arrayContaining([
        { accountId: me.accountId, personId: me.personId },
        { accountId: elsewhere.accountId, personId: me.personId },
      ]),
    )
  })

  it('whose telling fails is among the jobs of its platform’s staff', async () => {
    await write(me, '卡住的')
    const {
      list: [job],
    } = (await t.call(jobCalls.list, { query: { queue: 'news', jobState: 'waiting' } }, operator)).data
    expect(job).toMatchObject({ subject: '工作人员来信', ano: null, account: null })
    expect(
      (await t.call(jobCalls.cancel, { params: { id: job!.id }, body: { reason: '写错了' } }, operator)).success,
    ).toBe(true)
    expect(await told()).toEqual([])
  })

  it('goes after two years, or a month after its reader deleted it', async () => {
    const base = {
      platformId: t.platformId,
      personId: me.personId,
      kind: 'subAdded',
      shown: true,
      params: JSON.stringify({ account: 'x' }) as unknown as Json,
    }
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [old, dropped, kept] = [newId(), newId(), newId()]
    await t.services.db.system
      .insertInto('message')
      .values([
        { ...base, id: old, createdAt: ago(740) },
        { ...base, id: dropped, createdAt: ago(60), removedAt: ago(40) },
        { ...base, id: kept, createdAt: ago(700), removedAt: null },
      ])
      .execute()
    await sweepMessages(t.services.db)
    expect(
      (
        await t.services.db.system.selectFrom('message').select('id').where('id', 'in', [old, dropped, kept]).execute()
      ).map((m) => m.id),
    ).toEqual([kept])
  })
})

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
      '您不再是 风岛公司 的子账号',
      '您在 风岛公司 的子账号已恢复',
      '您在 风岛公司 的子账号已被停用',
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
    expect((await titles({ ...me, token: data.token }))[0]).toBe('工作人员让您的账号退出了登录')
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
        title: '您的账号在新设备上登录',
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
    me = { ...me, token: data.token }
    const sent = () => t.messages.filter((m) => m.recipient === me.phone)
    expect(sent().map((m) => m.template)).toEqual(['passwordChanged'])
    expect(await told()).toEqual(['密码已修改'])
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
        agreementVersion: '1',
        consent: true,
        inviteCode: invited.inviteCode,
      },
    })
    expect(await told()).toEqual(['陈** 通过您的邀请注册了'])
  })
})

describe('the ways', () => {
  const settings = async (who = me) => (await t.call(messageChoiceCalls.get, {}, who)).data
  const choose = (choices: object[], who = me) =>
    t.call(messageChoiceCalls.save, { body: { choices: choices as never } }, who)
  const news = (kind: 'subAdded' | 'newDevice') =>
    t.services.db.asSystem((tx) =>
      tell(tx, t.services.jobs, {
        kind,
        platformId: t.platformId,
        personId: me.personId,
        accountId: null,
        params: { account: 'x', device: 'x', ip: 'x', at: new Date().toISOString() },
      }),
    )

  it('are the usual ones until somebody chooses; what concerns a login is always on the page', async () => {
    const { list: all, possible } = await settings()
    expect(possible).toEqual({ mail: true, sms: true })
    expect(all.find((c) => c.kind === 'captureWaiting')).toEqual({
      kind: 'captureWaiting',
      page: true,
      mail: false,
      sms: false,
      always: [],
    })
    expect(all.find((c) => c.kind === 'passwordChanged')).toEqual({
      kind: 'passwordChanged',
      page: true,
      mail: true,
      sms: true,
      always: ['page', 'sms'],
    })
    expect(await choose([{ kind: 'newDevice', page: false, mail: false, sms: false }])).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'choices.0.page' }] },
    })
    expect((await settings(operator)).list.map((c) => c.kind)).not.toContain('captureFailed')
    expect(await choose([{ kind: 'captureFailed', page: true, mail: false, sms: false }], operator)).toMatchObject({
      errorCode: 'bad-parameter',
    })
  })

  it('that were left out are not taken', async () => {
    expect((await choose([{ kind: 'subAdded', page: false, mail: false, sms: false }])).success).toBe(true)
    await news('subAdded')
    expect(await told()).toEqual([])
    expect((await count()).total).toBe(0)
  })

  it('are each person’s own', async () => {
    const other = await t.member()
    await choose([{ kind: 'subAdded', page: false, mail: true, sms: true }])
    expect((await settings(other)).list.find((c) => c.kind === 'subAdded')).toMatchObject({ page: true, sms: false })
  })

  it('lead to the phone by SMS where chosen, in the reader’s language', async () => {
    await choose([{ kind: 'newDevice', page: true, mail: false, sms: true }])
    await t.services.db.system.updateTable('person').set({ lang: 'en' }).where('id', '=', me.personId).execute()
    await news('newDevice')
    await deliverAll(t)
    expect(t.messages.findLast((m) => m.recipient === me.phone)).toMatchObject({
      channel: 'sms',
      template: 'news.newDevice',
      lang: 'en',
      text: expect.stringContaining('Somebody logged in as you on') as string,
    })
  })

  it('lead by mail to the address that was proven, with a link into the account it is about, in the reader’s language', async () => {
    await inAnother(me)
    await t.services.db.system
      .updateTable('person')
      .set({ mail: 'lin@example.com', lang: 'en' })
      .where('id', '=', me.personId)
      .execute()
    const { id, number } = await buildEvidence(t, me, { name: '店铺首页', status: 'failed' })
    await t.services.db.asSystem((tx) =>
      notifyCaptureFailed(
        tx,
        t.services,
        {
          id,
          number,
          name: '店铺首页',
          platformId: t.platformId,
          accountId: me.accountId,
          personId: me.personId,
          batchId: null,
        },
        'timed-out',
      ),
    )
    await deliverAll(t)
    const [mail] = t.messages.filter((m) => m.recipient === 'lin@example.com')
    expect(mail).toMatchObject({
      channel: 'mail',
      template: 'news.captureFailed',
      lang: 'en',
      subject: expect.stringMatching(/^Capture failed: 店铺首页 - /) as string,
    })
    expect(mail!.text).toContain(`/attestation/${id}?account=${me.accountId}`)
    expect(mail!.text).toContain('/accountSetting/messageNotification/settings')
    expect((await settings()).mailMasked).toBe('li****@example.com')
  })

  it('lead by mail to the platform that the reader is on', async () => {
    const platformId = newId()
    await t.services.db.system
      .insertInto('platform')
      .values({
        id: platformId,
        notaryId: 'second',
        name: JSON.stringify({ zh: '第二平台' }) as unknown as Json,
        hosts: ['second.example'],
      })
      .execute()
    const there = await t.member({ platformId })
    await t.services.db.system
      .updateTable('person')
      .set({ mail: 'there@example.com' })
      .where('id', '=', there.personId)
      .execute()
    await t.services.db.asSystem((tx) =>
      tell(tx, t.services.jobs, {
        kind: 'passwordChanged',
        platformId,
        personId: there.personId,
        accountId: null,
        params: { at: new Date().toISOString() },
      }),
    )
    await deliverAll(t)
    const mail = t.messages.find((m) => m.recipient === 'there@example.com')!
    expect(mail.subject).toContain('第二平台')
    expect(mail.text.match(/https?:\/\/[^/\s]+/g)!.map((origin) => new URL(origin).hostname)).toEqual([
      'second.example',
      'second.example',
    ])
  })

  it('by SMS say no more than a vendor lets through', async () => {
    await choose([{ kind: 'note', page: true, mail: false, sms: true }])
    await write(me, '关于一份名称特别长的、用来检查短信参数是否仍然在供应商允许的长度之内的说明函')
    await deliverAll(t)
    expect(t.messages.findLast((m) => m.recipient === me.phone)!.params['title']).toHaveLength(30)
  })

  it('tell nobody outside who may not log in', async () => {
    await choose([{ kind: 'newDevice', page: true, mail: false, sms: true }])
    await t.services.db.system.updateTable('person').set({ status: 'DISABLED' }).where('id', '=', me.personId).execute()
    await news('newDevice')
    await deliverAll(t)
    expect(t.messages.filter((m) => m.recipient === me.phone)).toEqual([])
  })
})
