import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messageSettings } from '../../server/messages/delivery/messages.settings.ts'
import { type Carriers, closeCarriers, openCarriers } from '../../server/messages/delivery/carriers.ts'
import { deliverMessage, sweepUnsent } from '../../server/messages/delivery/deliver.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { aliyunSignature, type AliyunSms, startAliyun } from '../kit/vendors/aliyun.ts'
import {
  aliyunKey,
  aliyunSettings,
  type SettingsFolder,
  settingsFolder,
  tencentKey,
  tencentSettings,
} from '../kit/vendors/settings.ts'
import { startTencent, tencentSignature, type TencentSms } from '../kit/vendors/tencent.ts'
import { hex, type Vendor } from '../kit/vendors/vendor.ts'
import {
  aMessage,
  attempt,
  code,
  everythingKept,
  impatient,
  jobsOf,
  listening,
  phone,
  rowOf,
  sendMessage,
} from './delivery-kit.ts'

let folder: SettingsFolder
beforeAll(async () => void (folder = await settingsFolder()))
afterAll(() => folder.remove())

describe('the counterparts', () => {
  it('sign as the vendors’ documentation does in its examples', () => {
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': hex(''),
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    }
    const query = 'RegionId=cn-shanghai&ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd'
    expect(
      aliyunSignature({ method: 'POST', path: '/', query, headers }, Object.keys(headers), 'YourAccessKeySecret')
        .signature,
    ).toBe('06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0')
    const body = Buffer.from(
      String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    )
    const wire = {
      method: 'POST',
      query: '',
      body,
      headers: {
        host: 'cvm.tencentcloudapi.com',
        'content-type': 'application/json; charset=utf-8',
        'x-tc-timestamp': '1551113065',
      },
    }
    expect(
      tencentSignature(wire, ['content-type', 'host'], 'cvm', '2019-02-25', 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE'),
    ).toBe('72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168')
  })

  it('refuse a request that comes twice', async () => {
    const vendor = await startAliyun(aliyunKey.accessKeyId, aliyunKey.accessKeySecret)
    const carriers = await openCarriers({
      mail: undefined,
      sms: { vendor: 'aliyun', ...aliyunSettings({ endpoint: vendor.endpoint }) } as never,
    })
    await carriers.sms!.deliver({
      id: 'x',
      recipient: phone,
      template: 'login',
      params: { code },
      lang: 'en',
      text: '',
    })
    const { method, path, query, headers } = vendor.asked[0]!
    const again = await fetch(`${vendor.endpoint}${path}?${query}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([n]) => n !== 'host' && n !== 'connection' && n !== 'content-length'),
      ) as Record<string, string>,
    })
    expect(await again.json()).toMatchObject({ Code: 'SignatureNonceUsed' })
    expect(vendor.taken).toHaveLength(1)
    await vendor.close()
  })
})

interface Kind {
  name: 'aliyun' | 'tencent'
  start(): Promise<Vendor<AliyunSms | TencentSms>>
  settings(more: object): object
  wrongKey: object
  taken(id: string): object
  codes: { flow: [string, string, number]; number: string; template: string; trouble: string; key: string }
}
const kinds: Kind[] = [
  {
    name: 'aliyun',
    start: () => startAliyun(aliyunKey.accessKeyId, aliyunKey.accessKeySecret),
    settings: aliyunSettings,
    wrongKey: { accessKeySecret: 'another secret' },
    taken: (id) => ({ phone, sign: '风岛', template: 'SMS_login', params: { minutes: '5', code }, outId: id }),
    codes: {
      flow: ['isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1', 61],
      number: 'isv.MOBILE_NUMBER_ILLEGAL',
      template: 'isv.SMS_TEMPLATE_ILLEGAL',
      trouble: 'isp.SYSTEM_ERROR',
      key: 'SignatureDoesNotMatch',
    },
  },
  {
    name: 'tencent',
    start: () => startTencent(tencentKey.secretId, tencentKey.secretKey),
    settings: tencentSettings,
    wrongKey: { secretKey: 'another secret' },
    taken: (id) => ({
      phone: `+86${phone}`,
      sign: '风岛',
      app: '1400006666',
      template: 'SMS_login',
      params: ['5', code],
      context: id,
    }),
    codes: {
      flow: [
        'LimitExceeded.PhoneNumberThirtySecondLimit',
        'the number of SMS messages sent in 30 seconds exceeds the upper limit',
        31,
      ],
      number: 'FailedOperation.PhoneNumberInBlacklist',
      template: 'FailedOperation.TemplateIncorrectOrUnapproved',
      trouble: 'InternalError.Timeout',
      key: 'AuthFailure.SignatureFailure',
    },
  },
]

describe.each(kinds)('SMS by $name', ({ name, start, settings, wrongKey, taken, codes }) => {
  let vendor: Vendor<AliyunSms | TencentSms>
  let t: TestApp
  let carriers: Carriers
  const open = async (more: object = {}) =>
    buildTestApp({
      SHIMAKAZE_SMS: name,
      SHIMAKAZE_SMS_SETTINGS_FILE: await folder.write(`${name}.json`, settings({ endpoint: vendor.endpoint, ...more })),
    })
  beforeAll(async () => {
    vendor = await start()
    t = await open()
    carriers = await impatient(t)
  })
  afterEach(() => {
    vendor.taken.length = vendor.asked.length = vendor.next.length = 0
  })
  afterAll(async () => {
    closeCarriers(carriers)
    await t.close()
    await vendor.close()
  })

  it('arrives with its template, its parameters in their order and our id; nothing of it is kept', async () => {
    const told = listening()
    const id = await sendMessage(t, aMessage(t))
    expect(await rowOf(t, id)).toMatchObject({ state: 'waiting', recipient: '138****5678', text: null })
    expect(await everythingKept(t)).not.toMatch(new RegExp(`${code}|${phone}`))
    expect((await jobsOf(t, id)).map((j) => j.data)).toEqual([{ id }])
    expect(await attempt(t, id, carriers, told)).toMatchObject({
      state: 'sent',
      attempts: 1,
      sealed: null,
      text: null,
      error: null,
      vendorId: expect.stringMatching(/^\d+[\^:]\d/) as string,
      sentAt: expect.any(Date) as Date,
    })
    expect(vendor.taken).toEqual([taken(id)])
    expect(await everythingKept(t)).not.toMatch(new RegExp(`${code}|${phone}`))
    expect(await jobsOf(t, id)).toEqual([])
    expect(told.lines).toEqual([])
  })

  it('rests as long as the vendor’s flow control wants, then arrives once', async () => {
    const [flow, words, rest] = codes.flow
    const id = await sendMessage(t, aMessage(t))
    vendor.next.push({ code: flow, message: words })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'waiting', error: `${flow}: ${words}`, attempts: 1 })
    const [job, ...others] = await jobsOf(t, id)
    expect(others).toEqual([])
    expect(Math.abs(job!.wait - rest)).toBeLessThan(3)
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(vendor.taken).toEqual([taken(id)])
  })

  it('gives a code up that flow control would hold until it is too late, and lets nobody send it again then', async () => {
    const [flow, words] = codes.flow
    const id = await sendMessage(t, aMessage(t, { goodFor: 20 }))
    vendor.next.push({ code: flow, message: words })
    expect(await attempt(t, id, carriers)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(flow) as string,
    })
    expect(await jobsOf(t, id)).toEqual([])
    expect(vendor.taken).toEqual([])
  })

  it.each(['number', 'template'] as const)('is given up at once where the vendor refuses the %s', async (what) => {
    const id = await sendMessage(t, aMessage(t))
    vendor.next.push({ code: codes[what], message: `not ${phone}, not with ${code}` })
    const row = await attempt(t, id, carriers)
    expect(row).toMatchObject({ state: 'undeliverable', sealed: null, error: `${codes[what]}: not …, not with …` })
    expect(await jobsOf(t, id)).toEqual([])
    await attempt(t, id, carriers)
    expect(vendor.asked).toHaveLength(1)
  })

  it('is tried again after the vendor’s own trouble', async () => {
    const id = await sendMessage(t, aMessage(t))
    vendor.next.push({ code: codes.trouble, message: 'try later' })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'waiting' })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent' })
  })

  it.each(['hang', 'hang up'] as const)(
    'is repeated once, and not a second time, where the vendor takes it and no answer comes (%s)',
    async (silence) => {
      const id = await sendMessage(t, aMessage(t))
      vendor.next.push(silence, silence)
      const told = listening()
      expect(await attempt(t, id, carriers, told)).toMatchObject({ state: 'waiting', unanswered: 1 })
      expect(await attempt(t, id, carriers, told)).toMatchObject({ state: 'failed', unanswered: 2 })
      await attempt(t, id, carriers, told)
      expect(vendor.taken).toEqual([taken(id), taken(id)])
      expect(await everythingKept(t)).not.toMatch(new RegExp(`${code}|${phone}`))
      expect(told.lines).toHaveLength(2)
      expect(told.lines.join()).not.toMatch(new RegExp(`${code}|${phone}`))
    },
  )

  it('is tried again as often as it takes where nobody listens at all', async () => {
    const away = await openCarriers(
      {
        mail: undefined,
        sms: { ...messageSettings.of(t.services.config).sms!, endpoint: 'http://127.0.0.1:1' } as never,
      },
      700,
    )
    const id = await sendMessage(t, aMessage(t))
    for (let n = 1; n <= 3; n++)
      expect(await attempt(t, id, away)).toMatchObject({
        state: 'waiting',
        unanswered: 0,
        attempts: n,
        error: `ECONNREFUSED: ${name}`,
      })
    expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent' })
  })

  it('is not taken with a wrong key; the vendor’s words tell the operator, and neither code nor number', async () => {
    const wrong = await open(wrongKey)
    const others = await impatient(wrong)
    const told = listening()
    const id = await sendMessage(wrong, aMessage(wrong))
    const row = await attempt(wrong, id, others, told)
    expect(row).toMatchObject({ state: 'waiting', error: expect.stringContaining(codes.key) as string })
    expect(`${await everythingKept(wrong)} ${told.lines.join()}`).not.toMatch(
      new RegExp(`${code}|${phone}|another secret`),
    )
    expect(vendor.taken).toEqual([])
    await wrong.close()
  })

  it('goes out once where two workers take the same job', async () => {
    const id = await sendMessage(t, aMessage(t))
    await Promise.all([
      attempt(t, id, carriers),
      deliverMessage({ services: t.services, carriers, log: listening().log }, { jobId: id, id }),
    ])
    expect(await rowOf(t, id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(vendor.taken).toEqual([taken(id)])
  })

  it('is too late five minutes after it was asked for, however it comes that it was not sent', async () => {
    const id = await sendMessage(t, aMessage(t))
    await t.services.db.system
      .updateTable('messageOutbox')
      .set({ goodUntil: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
    await attempt(t, id, carriers)
    expect(vendor.asked).toEqual([])
    await sweepUnsent(t.services)
    expect(await rowOf(t, id)).toMatchObject({ state: 'failed', sealed: null, error: 'too-late' })
  })
})
