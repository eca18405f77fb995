import { describe, expect, it } from 'vitest'
import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { notifyCaptureFailed } from '../../server/captures/capture-notices.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { newId } from '../../server/kit/ids.ts'
import { tell } from '../../server/kit/notify/news.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { count, inAnother, me, operator, t, told, withSomebody, write } from './message-kit.ts'

withSomebody()

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

  it('lead to the phone so often a day; the rest is on the page, whatever was chosen', async () => {
    await choose([{ kind: 'subAdded', page: false, mail: false, sms: true }])
    const sent = () => t.messages.filter((m) => m.recipient === me.phone).length
    const before = sent()
    for (let i = 0; i < 20; i++) await news('subAdded')
    await deliverAll(t)
    expect([sent() - before, (await count()).total]).toEqual([20, 0])
    await news('subAdded')
    await deliverAll(t)
    expect([sent() - before, (await count()).total]).toEqual([20, 1])
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
