import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlipayNoticeMischief } from '../../../server/sandbox/alipay-trade.ts'
import type { SandboxNotice } from '../../../server/sandbox/notices.ts'
import type { WechatNoticeMischief } from '../../../server/sandbox/wechat-notices.ts'
import { signatureHeaders } from '../../../server/sandbox/wechat-signatures.ts'
import { randomness } from '../../kit/randomness.ts'
import { newKey, newNumber, requestOf, type Stage, startStage, verdictOf } from './kit.ts'

let stage: Stage
let [wechatNumber, alipayNumber, refundNumber]: string[] = []
beforeAll(async () => {
  stage = await startStage()
  const { wechat, alipay } = stage.sandbox
  wechat.notices.mode = alipay.notices.mode = 'never'
  const [one, other] = [requestOf({ subject: 'a & b = c + d % e 🎉' }), requestOf({ subject: 'a & b = c + d % e 🎉' })]
  ;[wechatNumber, alipayNumber, refundNumber] = [one.number, other.number, newNumber()]
  await stage.wechat.begin(one, 'qr')
  await stage.alipay.begin(other, 'qr')
  wechat.pay(one.number)
  alipay.pay(other.number)
})
afterAll(() => stage.close())

const wechatNotice = (how?: WechatNoticeMischief, more: object = {}) =>
  stage.sandbox.wechat.noticeOf({ number: wechatNumber!, ...more }, how)
const alipayNotice = (how?: AlipayNoticeMischief, more: object = {}) =>
  stage.sandbox.alipay.noticeOf({ number: alipayNumber!, ...more }, how)
const read = (channel: 'wechat' | 'alipay', { headers, body }: SandboxNotice) =>
  stage[channel].readNotice(headers, Buffer.from(body))

describe('a notice of WeChat Pay', () => {
  test('tells of a payment', () => {
    const order = stage.sandbox.wechat.book.find(wechatNumber)!
    expect(read('wechat', wechatNotice(undefined, { id: 'EV-1' }))).toEqual({
      channel: 'wechat',
      id: 'EV-1',
      number: wechatNumber,
      state: {
        state: 'paid',
        fen: 12_345,
        vendorNumber: order.vendorNumber,
        paidAt: new Date(Math.floor(order.paidAt!.getTime() / 1_000) * 1_000),
      },
    })
  })

  test.each<[WechatNoticeMischief, string]>([
    ['stranger', 'signature'],
    ['tampered', 'signature'],
    ['resealed', 'sealed'],
    ['old', 'old'],
    ['ahead', 'old'],
    ['probe', 'probe'],
    ['unsigned', 'unsigned'],
    ['unknown serial', 'serial'],
    [{ fields: { mchid: '1900000002' } }, 'merchant'],
    [{ fields: { appid: 'wx5a4d626f78000002' } }, 'appid'],
    [{ fields: { amount: { total: 12_345, currency: 'USD' } } }, 'currency'],
    [{ fields: { amount: { total: -1, currency: 'CNY' } } }, 'fields'],
    [{ fields: { trade_state: 'PERHAPS' } }, 'fields'],
    [{ fields: { out_trade_no: undefined } }, 'fields'],
  ])('is not believed where it is %j', (how, why) => {
    expect(verdictOf(stage.wechat, wechatNotice(how))).toBe(why)
    expect(verdictOf(stage.wechat, wechatNotice())).toBe('taken')
  })

  test('is not believed where its seal was cut, or its signature is of another one', () => {
    const [one, other] = [wechatNotice(), wechatNotice()]
    expect(verdictOf(stage.wechat, { headers: other.headers, body: one.body })).toBe('signature')
    const resigned = (change: (resource: Record<string, string>) => void) => {
      const notice = JSON.parse(one.body) as { resource: Record<string, string> }
      change(notice.resource)
      const body = JSON.stringify(notice)
      return { headers: signatureHeaders(stage.sandbox.wechat.keys, body, { at: new Date() }), body }
    }
    // By the vendor's own key, so that nothing but the seal stands in the way.
    expect(
      verdictOf(
        stage.wechat,
        resigned(() => {}),
      ),
    ).toBe('taken')
    const changes: ((resource: Record<string, string>) => void)[] = [
      (r) => (r['associated_data'] = 'refund'),
      (r) => (r['nonce'] = r['nonce']!.replace(/^./, (c) => (c === '0' ? '1' : '0'))),
      (r) => (r['ciphertext'] = Buffer.from(r['ciphertext']!, 'base64').subarray(0, -1).toString('base64')),
      (r) => {
        const bytes = Buffer.from(r['ciphertext']!, 'base64')
        bytes[40]! ^= 1
        r['ciphertext'] = bytes.toString('base64')
      },
    ]
    for (const change of changes) expect(verdictOf(stage.wechat, resigned(change))).toBe('sealed')
    expect(
      verdictOf(
        stage.wechat,
        resigned((r) => (r['nonce'] = 'short')),
      ),
    ).toBe('resource')
    expect(
      verdictOf(
        stage.wechat,
        resigned((r) => (r['algorithm'] = 'none')),
      ),
    ).toBe('resource')
  })

  test('counts by the serials that the settings know, the old and the new while they change', async () => {
    const { keys } = stage.sandbox.wechat
    const [next, pem] = [newKey(), { format: 'pem', type: 'spki' } as const]
    const [old] = Object.keys(keys.vendor)
    const { publicKeys } = stage.sandbox.settings.wechatPay as { publicKeys: object }
    const both = await stage.channels({
      wechatPay: { publicKeys: { ...publicKeys, PUB_KEY_ID_2: next.publicKey.export(pem) } },
    })
    const only = await stage.channels({ wechatPay: { publicKeys: { PUB_KEY_ID_2: next.publicKey.export(pem) } } })
    const { body } = wechatNotice()
    const byOld = { headers: signatureHeaders(keys, body, { at: new Date(), serial: old }), body }
    const byNew = {
      headers: {
        ...signatureHeaders(keys, body, { at: new Date(), key: next.privateKey }),
        'wechatpay-serial': 'PUB_KEY_ID_2',
      },
      body,
    }
    const verdicts = [both, only].map(({ wechat }) => [byOld, byNew].map((one) => verdictOf(wechat!, one)))
    expect(verdicts).toEqual([
      ['taken', 'taken'],
      ['serial', 'taken'],
    ])
    expect(verdictOf(stage.wechat, byNew)).toBe('serial')
  })

  test.each(['done', 'failed', 'stuck'] as const)('tells of a refund that is %s', async (end) => {
    const { wechat } = stage.sandbox
    const request = requestOf()
    await stage.wechat.begin(request, 'qr')
    wechat.pay(request.number)
    wechat.refundsEnd = end
    const asked = { number: request.number, refundNumber: newNumber(), fen: 45, ofFen: 12_345, reason: '' }
    await stage.wechat.refund(asked)
    const notice = wechat.noticeOf({ number: request.number, refundNumber: asked.refundNumber })
    const states = {
      done: { state: 'done' },
      failed: { state: 'failed' },
      stuck: { state: 'running', needsStaff: true },
    }
    expect(read('wechat', notice)).toMatchObject({
      number: request.number,
      refund: { ...states[end], number: asked.refundNumber, fen: 45 },
    })
    expect(
      verdictOf(
        stage.wechat,
        wechat.noticeOf({ number: request.number, refundNumber: asked.refundNumber }, { fields: { mchid: '1' } }),
      ),
    ).toBe('merchant')
  })
})

describe('a notice of Alipay', () => {
  test('tells of a payment, whatever is in its words', () => {
    const order = stage.sandbox.alipay.book.find(alipayNumber)!
    expect(read('alipay', alipayNotice(undefined, { id: 'ab12' }))).toEqual({
      channel: 'alipay',
      id: 'ab12',
      number: alipayNumber,
      state: {
        state: 'paid',
        fen: 12_345,
        vendorNumber: order.vendorNumber,
        paidAt: new Date(Math.floor(order.paidAt!.getTime() / 1_000) * 1_000),
      },
    })
    expect(read('alipay', alipayNotice({ fields: { trade_status: 'TRADE_FINISHED', body: '' } })).state.state).toBe(
      'paid',
    )
  })

  test.each<[AlipayNoticeMischief, string]>([
    ['stranger', 'signature'],
    ['tampered', 'signature'],
    ['unsigned', 'signature'],
    ['named twice', 'signature'],
    ['type signed', 'signature'],
    ['old', 'old'],
    ['ahead', 'old'],
    [{ fields: { app_id: '2021000000000001' } }, 'app'],
    [{ fields: { seller_id: '2088000000000001' } }, 'seller'],
    [{ fields: { notify_type: 'servicewindow' } }, 'event'],
    [{ fields: { total_amount: '0.00' } }, 'fields'],
    [{ fields: { total_amount: '-123.45' } }, 'fields'],
    [{ fields: { total_amount: '1.234e4' } }, 'fields'],
    [{ fields: { trade_status: 'PERHAPS' } }, 'fields'],
    [{ fields: { out_trade_no: '' } }, 'fields'],
  ])('is not believed where it is %j', (how, why) => {
    expect(verdictOf(stage.alipay, alipayNotice(how))).toBe(why)
    expect(verdictOf(stage.alipay, alipayNotice())).toBe('taken')
  })

  test('tells of an order that nobody paid, and of refunds', async () => {
    const fields = { trade_status: 'TRADE_CLOSED', gmt_payment: '' }
    expect(read('alipay', alipayNotice({ fields })).state).toEqual({ state: 'closed' })
    await stage.alipay.refund({
      number: alipayNumber!,
      refundNumber: refundNumber!,
      fen: 45,
      ofFen: 12_345,
      reason: '',
    })
    expect(read('alipay', alipayNotice(undefined, { refundNumber }))).toMatchObject({
      state: { state: 'refunded', fen: 12_345 },
      refund: { state: 'done', number: refundNumber },
    })
  })
})

/** One thing about a notice that is genuine, made another. */
function spoil(
  { headers, body }: SandboxNotice,
  { below, pick, chance }: ReturnType<typeof randomness>,
): SandboxNotice {
  const names = Object.keys(headers).filter((name) => name.startsWith('wechatpay-') && !name.endsWith('-type'))
  if (names.length && chance(0.4)) {
    const name = pick(names)
    const value = headers[name]!
    const at = below(value.length)
    const spoilt = chance(0.2)
      ? ''
      : value.slice(0, at) + String.fromCharCode((value.charCodeAt(at) % 90) + 33) + value.slice(at + 1)
    return { headers: { ...headers, [name]: spoilt }, body }
  }
  const at = below(body.length)
  const ways = [
    () => body.slice(0, at) + String.fromCharCode((body.charCodeAt(at) % 90) + 33) + body.slice(at + 1),
    () => body.slice(0, at) + body.slice(at + 1),
    () => `${body.slice(0, at)}0${body.slice(at)}`,
    () => body.slice(0, at),
    () => body + body.slice(at),
  ]
  return { headers, body: pick(ways)() }
}

test('5,000 forged, replayed and reordered notices: none says what the vendor did not say', () => {
  const chances = randomness('forged notices')
  let [forged, told, same] = [0, 0, 0]
  for (let i = 0; i < 5_000; i++) {
    const channel = chances.pick(['wechat', 'alipay'] as const)
    const genuine =
      channel === 'wechat' ? wechatNotice(undefined, { id: 'EV-9' }) : alipayNotice(undefined, { id: 'e9' })
    const truth = read(channel, genuine)
    // Again, in any order, it says the same: what it is about and who sent it are all that it can say.
    expect(read(channel, genuine)).toEqual(truth)
    if (chances.chance(0.1)) {
      stage.ahead = channel === 'wechat' ? 302_000 : 48 * 3_600_000
      expect(verdictOf(stage[channel], genuine)).toBe('old')
      stage.ahead = 0
    }
    const other =
      channel === 'wechat' ? wechatNotice({ fields: { out_trade_no: 'T999999' } }) : alipayNotice('stranger')
    const spoilt = chances.chance(0.1) ? { headers: genuine.headers, body: other.body } : spoil(genuine, chances)
    const verdict = verdictOf(stage[channel], spoilt)
    if (verdict !== 'taken') forged++
    else {
      // Another way of writing the same: a digit of Base64 that is not read, a form's `+` for a space.
      same++
      expect(read(channel, spoilt)).toEqual(truth)
    }
    expect(verdict).not.toMatch(/unexpected/)
    told++
  }
  expect(told).toBe(5_000)
  expect(forged).toBeGreaterThan(4_500)
  console.log(`${told} notices: ${forged} refused, ${same} written otherwise and saying the same`)
})
