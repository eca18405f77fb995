import { messageQueue } from '../../server/messages/delivery/message.queue.ts'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import { messageSettings } from '../../server/messages/delivery/messages.settings.ts'
import { type Carriers, closeCarriers, openCarriers } from '../../server/messages/delivery/carriers.ts'
import { deliverMessage, sweepUnsent } from '../../server/messages/delivery/deliver.ts'
import { sweepOutbox } from '../../server/messages/delivery/outbox.repo.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { type AliyunSms, startAliyun } from '../kit/vendors/aliyun.ts'
import { aliyunKey, aliyunSettings, type SettingsFolder, settingsFolder, templates } from '../kit/vendors/settings.ts'
import type { Vendor } from '../kit/vendors/vendor.ts'
import { aMail, aMessage, attempt, everythingKept, jobsOf, rowOf, sendMessage } from './delivery-kit.ts'

let folder: SettingsFolder
let vendor: Vendor<AliyunSms>
let t: TestApp
let carriers: Carriers
let operator: Member
const lines: string[] = []
/** A log as the service writes it, into memory. */
const log = pino({ level: 'debug' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))

beforeAll(async () => {
  folder = await settingsFolder()
  vendor = await startAliyun(aliyunKey.accessKeyId, aliyunKey.accessKeySecret)
  t = await buildTestApp({
    SHIMAKAZE_SMS: 'aliyun',
    SHIMAKAZE_SMS_SETTINGS_FILE: await folder.write(
      'sms.json',
      aliyunSettings({
        endpoint: vendor.endpoint,
        templates: { ...templates, totpOn: { 'zh-CN': { code: 'SMS_totpOn', params: [] } } },
      }),
    ),
  })
  carriers = await openCarriers(messageSettings.of(t.services.config))
  operator = await t.member({ role: 'operator' })
})
afterEach(() => {
  vendor.taken.length = vendor.asked.length = vendor.next.length = 0
})
afterAll(async () => {
  closeCarriers(carriers)
  await t.close()
  await vendor.close()
  await folder.remove()
})

const seconds = (n: number) => new Date(Date.now() + n * 1_000)
const setRow = (id: string, set: object) =>
  t.services.db.system.updateTable('messageOutbox').set(set).where('id', '=', id).execute()

describe('somebody who registers', () => {
  it('gets a code by the vendor that registers them; it stands in no reply, no row, no job and no log', async () => {
    await t.services.jobs.work(messageQueue, 2, (job) => deliverMessage({ services: t.services, carriers, log }, job))
    const phone = '13800001111'
    vendor.next.push({ code: 'isp.SYSTEM_ERROR', message: `busy: ${phone}` })
    const sent = await t.call(sessionCalls.sendRegisterCode, { body: { phone, ...(await answerCaptcha(t)) } })
    expect(sent.success).toBe(true)
    await expect.poll(() => vendor.taken, { timeout: 20_000 }).toMatchObject([{ phone, template: 'SMS_register' }])
    const { code } = vendor.taken[0]!.params as { code: string }
    expect(code).toMatch(/^\d{6}$/)
    await expect
      .poll(() => t.services.db.system.selectFrom('messageOutbox').select(['state', 'attempts']).executeTakeFirst())
      .toMatchObject({ state: 'sent', attempts: 2 })
    expect(lines.join()).toContain('isp.SYSTEM_ERROR')
    expect(`${JSON.stringify(sent)} ${await everythingKept(t)} ${lines.join()}`).not.toMatch(
      new RegExp(`${code}|${phone}`),
    )
    expect(t.messages).toEqual([])
    const done = await t.call(sessionCalls.register, {
      body: {
        phone,
        name: '韩梅梅',
        codeId: sent.data.codeId,
        code,
        password: 'a long password',
        userType: 'personal',
        agreementVersion: sampleEdition,
        consent: true,
      },
    })
    expect(done).toMatchObject({ success: true })
    await t.services.jobs.rest()
  })
})

describe('what can be sent', () => {
  it('is what the vendor has a template for; other channels are shown by a local installation, and refused by a production', async () => {
    const { messages } = t.services
    expect([
      messages.can('sms'),
      messages.can('sms', 'login'),
      messages.can('sms', 'totpOn'),
      messages.can('sms', 'totpOff'),
      messages.can('sms', 'news.captureFailed'),
      messages.can('mail', 'news.captureFailed'),
    ]).toEqual([true, true, true, false, false, true])
    await expect(sendMessage(t, aMessage(t, { template: 'totpOff' }))).rejects.toMatchObject({
      code: 'sms-not-configured',
    })
    expect(await rowOf(t, await sendMessage(t, aMail(t)))).toMatchObject({
      state: 'shown',
      text: expect.stringContaining('731902') as string,
      subject: '风岛：验证码',
      recipient: 'li****@example.com',
      sealed: null,
    })
    expect(t.messages.map((m) => m.recipient)).toEqual(['li.lei@example.com'])
    const production = await buildTestApp({ SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://example.com' })
    expect(production.services.messages.can('mail')).toBe(false)
    expect(() => production.services.messages.require('mail')).toThrow('mail-not-configured')
    await expect(sendMessage(production, aMail(production))).rejects.toMatchObject({ code: 'mail-not-configured' })
    await production.close()
  })

  it('is sent with the change that asks for it, or not at all', async () => {
    const before = await everythingKept(t)
    await expect(
      t.services.db.asSystem(async (tx) => {
        await t.services.messages.send(tx, aMessage(t))
        throw new Error('the change failed')
      }),
    ).rejects.toThrow('the change failed')
    expect(await everythingKept(t)).toBe(before)
  })

  it('goes in English where the vendor has English, else in Chinese', async () => {
    const english = { ...templates, login: { ...templates['login'], en: { code: 'SMS_login_en', params: ['code'] } } }
    const other = await buildTestApp({
      SHIMAKAZE_SMS: 'aliyun',
      SHIMAKAZE_SMS_SETTINGS_FILE: await folder.write(
        'english.json',
        aliyunSettings({ endpoint: vendor.endpoint, templates: english }),
      ),
    })
    for (const template of ['login', 'register'])
      await attempt(
        other,
        await sendMessage(other, aMessage(other, { template, lang: 'en' })),
        await openCarriers(messageSettings.of(other.services.config)),
      )
    expect(vendor.taken.map((m) => m.template)).toEqual(['SMS_login_en', 'SMS_register'])
    await other.close()
  })
})

describe('after a crash', () => {
  it('a message that was being sent goes out again a minute later, once, and is given up after the second loss', async () => {
    const id = await sendMessage(t, aMessage(t))
    const lost = async () => {
      const [job] = await jobsOf(t, id)
      // The vendor has it, and the process dies before it can say so.
      const dying = {
        ...carriers,
        sms: {
          ...carriers.sms!,
          deliver: async (letter: never) => (await carriers.sms!.deliver(letter), Promise.reject(new Error('killed'))),
        },
      } as Carriers
      await expect(
        deliverMessage({ services: t.services, carriers: dying, log }, { jobId: job?.id ?? id, id }),
      ).rejects.toThrow('killed')
      expect(await rowOf(t, id)).toMatchObject({ state: 'sending' })
      await t.services.db.system.deleteFrom('pgboss.job' as never).execute()
      await sweepUnsent(t.services)
      expect(await rowOf(t, id)).toMatchObject({ state: 'sending' })
      await setRow(id, { triedAt: seconds(-61) })
      await sweepUnsent(t.services)
    }
    await lost()
    expect(await rowOf(t, id)).toMatchObject({ state: 'waiting', unanswered: 1, error: 'worker-lost' })
    expect(await jobsOf(t, id)).toHaveLength(1)
    await lost()
    expect(await rowOf(t, id)).toMatchObject({ state: 'failed', unanswered: 2 })
    expect(await jobsOf(t, id)).toEqual([])
    expect(vendor.taken).toHaveLength(2)
  })

  it('a message whose job went away gets another', async () => {
    const id = await sendMessage(t, aMessage(t))
    await t.services.db.system.deleteFrom('pgboss.job' as never).execute()
    await sweepUnsent(t.services)
    expect(await jobsOf(t, id)).toEqual([])
    await setRow(id, { dueAt: seconds(-61) })
    await sweepUnsent(t.services)
    await sweepUnsent(t.services)
    expect(await jobsOf(t, id)).toHaveLength(1)
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent' })
  })

  it('a message whose template went from the settings waits until it is there again', async () => {
    const id = await sendMessage(t, aMessage(t))
    await setRow(id, { template: 'totpOff' })
    expect(await attempt(t, id, carriers)).toMatchObject({
      state: 'waiting',
      unanswered: 0,
      error: expect.stringContaining('sms-not-configured') as string,
    })
    await setRow(id, { template: 'login' })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent' })
  })

  it('a message sealed with a key that is gone is given up', async () => {
    const id = await sendMessage(t, aMessage(t))
    await setRow(id, { sealed: 'v1.0000000000000000.AAAA' })
    expect(await attempt(t, id, carriers)).toMatchObject({
      state: 'undeliverable',
      error: expect.stringContaining('unreadable') as string,
    })
    expect(vendor.asked).toEqual([])
  })
})

describe('an operator', () => {
  const failed = async (goodFor = 300) => {
    const id = await sendMessage(t, aMessage(t, { goodFor }))
    await setRow(id, { state: 'failed', attempts: 10, unanswered: 1, error: 'isp.SYSTEM_ERROR: busy' })
    return id
  }

  it('sees what became of messages, by channel and state, and neither texts nor whole numbers', async () => {
    const id = await failed()
    const { data } = await t.call(outboxCalls.list, { body: { channel: 'sms', messageState: 'failed' } }, operator)
    expect(data.list[0]).toMatchObject({
      id,
      recipient: '138****5678',
      template: 'login',
      messageState: 'failed',
      attempts: 10,
      error: 'isp.SYSTEM_ERROR: busy',
      text: null,
      good: true,
    })
    expect(data.list.every((m) => m.messageState === 'failed')).toBe(true)
    expect(
      (await t.call(outboxCalls.list, { body: { channel: 'mail' } }, operator)).data.list.every(
        (m) => m.channel === 'mail',
      ),
    ).toBe(true)
    expect((await t.call(outboxCalls.get, { params: { id } }, operator)).data).toEqual(data.list[0])
    expect(JSON.stringify(data)).not.toMatch(/731902|13812345678/)
  })

  it('sends one again that failed, and everybody of the staff can read who did', async () => {
    const id = await failed()
    expect(await t.call(outboxCalls.retry, { params: { id } }, operator)).toMatchObject({ success: true })
    expect(await t.call(outboxCalls.retry, { params: { id } }, operator)).toMatchObject({ errorCode: 'wrong-state' })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(vendor.taken).toMatchObject([{ outId: id, params: { code: '731902' } }])
    const act = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'actorName', 'details'])
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow()
    expect(act).toMatchObject({
      action: 'outbox.retried',
      actorName: operator.name,
      details: { channel: 'sms', template: 'login' },
    })
  })

  it('sends none again that is too late, was refused or has arrived', async () => {
    const late = await failed()
    await setRow(late, { goodUntil: seconds(-1) })
    expect((await t.call(outboxCalls.get, { params: { id: late } }, operator)).data).toMatchObject({ good: false })
    const refused = await sendMessage(t, aMessage(t))
    vendor.next.push({ code: 'isv.MOBILE_NUMBER_ILLEGAL', message: 'no' })
    await attempt(t, refused, carriers)
    const arrived = await sendMessage(t, aMessage(t))
    await attempt(t, arrived, carriers)
    for (const id of [late, refused, arrived])
      expect(await t.call(outboxCalls.retry, { params: { id } }, operator)).toMatchObject({ errorCode: 'wrong-state' })
    expect(vendor.taken).toHaveLength(1)
  })
})

it('counts messages that wait and that failed of late, for whoever watches', async () => {
  await t.services.db.system.deleteFrom('messageOutbox').execute()
  await sendMessage(t, aMessage(t))
  await setRow(await sendMessage(t, aMessage(t)), { state: 'failed' })
  await setRow(await sendMessage(t, aMessage(t)), { state: 'failed', createdAt: seconds(-90_000) })
  const { body } = await t.inject({ url: '/metrics' })
  expect(body).toContain('shimakaze_messages{state="waiting"} 1\n')
  expect(body).toContain('shimakaze_messages{state="failed"} 1\n')
  expect(body).toContain('shimakaze_messages{state="undeliverable"} 0\n')
})

it('forgets messages after ninety days', async () => {
  const [old, young] = [await sendMessage(t, aMail(t)), await sendMessage(t, aMail(t))]
  await setRow(old, { createdAt: seconds(-91 * 86_400) })
  await setRow(young, { createdAt: seconds(-89 * 86_400) })
  await sweepOutbox(t.services.db)
  expect(
    await t.services.db.system.selectFrom('messageOutbox').select('id').where('id', 'in', [old, young]).execute(),
  ).toEqual([{ id: young }])
})
