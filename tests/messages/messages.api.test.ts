import { describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { staffMessageCalls } from '../../contract/operator/messages.ts'
import { notifyCaptureFailed } from '../../server/captures/capture-notices.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { newId } from '../../server/kit/ids.ts'
import { sweepMessages } from '../../server/messages/messages.repo.ts'
import { deliverNews } from '../../server/messages/news.jobs.ts'
import { deliverAll, takeNewsJobs } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { asAdmin } from '../trust/anchors/as-admin.ts'
import { count, inAnother, list, me, operator, t, titles, told, withSomebody, write } from './message-kit.ts'

withSomebody()

const english = { 'x-lang': 'en' }

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
    expect(await count()).toEqual({
      total: 2,
      byType: { evidence: 0, judicial: 0, account: 0, security: 0, service: 2 },
    })
    expect(await titles(me, { type: 'evidence' })).toEqual([])
  })

  describe('is found', () => {
    const failed = '取证失败：西湖_100%'
    async function tellTwo() {
      const { id, number } = await buildEvidence(t, me, { name: '西湖_100%', status: 'failed' })
      const { accountId, personId } = me
      const capture = { id, number, name: '西湖_100%', platformId: t.platformId, accountId, personId, batchId: null }
      await t.services.db.asSystem((tx) => notifyCaptureFailed(tx, t.services, capture, 'url-too-long', { max: 2000 }))
      await write(me, 'Opening hours')
      await deliverAll(t)
    }

    it('by its own words and by what was filled into them, in the reader’s language', async () => {
      await tellTwo()
      expect(await titles()).toEqual(['Opening hours', failed])
      const found = async (...words: string[]) => Promise.all(words.map((keyWord) => titles(me, { keyWord })))
      expect(await found('取证失败', '西湖', '湖_100%', ' 西湖 ')).toEqual(Array(4).fill([failed]))
      expect(await found('opening', '第二段', 'HOURS')).toEqual(Array(3).fill(['Opening hours']))
      // Wildcards, codes and names of what is filled in are read by nobody.
      expect(await found('湖%100', 'url-too-long', 'name', '{{', 'captureFailed')).toEqual(Array(5).fill([]))
      const inEnglish = async (keyWord: string) => (await list(me, { keyWord }, english)).map((m) => m.title)
      expect(await inEnglish('capture failed')).toEqual([expect.stringContaining('西湖')])
      expect(await inEnglish('取证失败')).toEqual([])
    })

    it('by its day', async () => {
      await tellTwo()
      await asAdmin(
        t.databaseUrl,
        `update message set created_at = '2026-03-31T16:00:00Z' where kind = 'note' and person_id = '${me.personId}'`,
      )
      expect(await titles(me, { startDate: '2026-04-01', endDate: '2026-04-01' })).toEqual(['Opening hours'])
      expect(await titles(me, { endDate: '2026-03-31' })).toEqual([])
      expect(await titles(me, { startDate: '2026-04-02' })).toEqual([failed])
    })
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
    const removed = (asked: { query: { ids?: string[] }; body: { ids?: string[] } }) =>
      t.call(messageCalls.remove, asked, me)
    expect(await removed({ query: {}, body: {} })).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'ids', key: 'required' }] },
    })
    expect((await removed({ query: {}, body: { ids: [m!.id] } })).data).toMatchObject({ deleted: 1 })
    expect((await removed({ query: { ids: [m!.id] }, body: {} })).data).toMatchObject({
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
      { title: 'Capture failed: 店铺首页', content: expect.stringMatching(/^The URL .*2000/) as string },
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
