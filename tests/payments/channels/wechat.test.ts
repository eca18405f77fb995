import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayOffer } from '../../../server/payments/channels/channel.types.ts'
import type { WechatMischief } from '../../../server/sandbox/wechat-answers.ts'
import { failureOf, newKey, newNumber, requestOf, secrets, type Stage, startStage } from './kit.ts'

let stage: Stage
beforeAll(async () => void (stage = await startStage()))
afterAll(() => stage.close())
beforeEach(() => {
  Object.assign(stage.sandbox.wechat, { next: [], asked: [], skew: 0, late: 0, refundsEnd: 'done', bill: {} })
  stage.sandbox.wechat.notices.mode = 'never'
})
const vendor = () => stage.sandbox.wechat

async function paid(fen = 12_345) {
  const request = requestOf({ fen })
  await stage.wechat.begin(request, 'qr')
  vendor().pay(request.number)
  return request.number
}

describe('an order', () => {
  test('is begun as a code, on a phone, and inside WeChat', async () => {
    const { qr } = (await stage.wechat.begin(requestOf(), 'qr')) as { qr: string }
    expect(qr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/cashier\/[0-9a-f]{32}$/)
    const { url } = (await stage.wechat.begin(requestOf(), 'phone')) as { url: string }
    expect(new URL(url).searchParams.get('redirect_url')).toBe('http://127.0.0.1:9/back?from=pay&x=1')
    const { inApp } = (await stage.wechat.begin(requestOf({ openid: 'oUpF8uMuAJO' }), 'in-app')) as Extract<
      PayOffer,
      { inApp: object }
    >
    const signed = `${inApp.appId}\n${inApp.timeStamp}\n${inApp.nonceStr}\n${inApp.package}\n`
    const key = createPublicKey(vendor().keys.merchant.export({ format: 'pem', type: 'spki' }))
    expect(verify('sha256', Buffer.from(signed), key, Buffer.from(inApp.paySign, 'base64'))).toBe(true)
    expect(inApp).toMatchObject({
      appId: vendor().keys.appId,
      signType: 'RSA',
      package: expect.stringMatching(/^prepay_id=wx/),
    })
  })

  test('is not begun where a scene is not WeChat’s or lacks its payer', async () => {
    expect(await failureOf(stage.wechat.begin(requestOf(), 'page'))).toMatchObject({
      kind: 'ours',
      code: 'no-such-scene',
    })
    expect(await failureOf(stage.wechat.begin(requestOf(), 'in-app'))).toMatchObject({
      kind: 'ours',
      code: 'no-openid',
    })
    expect(vendor().asked).toEqual([])
  })

  test.each(['a & b = c + d % e', '100%25 "quoted" \\ /', '付款🎉𠮷', '<script>&amp;'])(
    'has a subject that is signed as it is: %s',
    async (subject) => {
      const request = requestOf({ subject })
      await stage.wechat.begin(request, 'qr')
      expect(vendor().book.find(request.number)?.subject).toBe(subject)
    },
  )

  test('has a subject that fits, cut between characters', async () => {
    const request = requestOf({ subject: '🎉存证'.repeat(40) })
    await stage.wechat.begin(request, 'qr')
    expect(vendor().book.find(request.number)?.subject).toBe(`${'🎉存证'.repeat(12)}🎉存`)
  })

  test.each([1, 29, 100, 12_345, 10_000_000_000])('of %i fen is asked for, paid and told to the fen', async (fen) => {
    const number = await paid(fen)
    expect(await stage.wechat.ask(number)).toMatchObject({ state: 'paid', fen })
  })

  test('is asked for until it is paid', async () => {
    const request = requestOf()
    expect(await stage.wechat.ask(request.number)).toEqual({ state: 'unknown' })
    await stage.wechat.begin(request, 'qr')
    expect(await stage.wechat.ask(request.number)).toEqual({ state: 'waiting' })
    vendor().pay(request.number)
    const order = vendor().book.find(request.number)!
    expect(await stage.wechat.ask(request.number)).toEqual({
      state: 'paid',
      fen: 12_345,
      vendorNumber: order.vendorNumber,
      paidAt: new Date(Math.floor(order.paidAt!.getTime() / 1_000) * 1_000),
    })
  })

  test('that expired is closed, and no longer paid', async () => {
    const request = requestOf()
    await stage.wechat.begin(request, 'qr')
    vendor().skew = 290_000
    expect(await stage.wechat.ask(request.number)).toEqual({ state: 'waiting' })
    vendor().book.find(request.number)!.expiresAt = new Date()
    expect(await stage.wechat.ask(request.number)).toEqual({ state: 'closed' })
    expect(() => vendor().pay(request.number)).toThrow('cannot be paid')
  })

  test('is closed, and says that it was paid where it was', async () => {
    const [open, done] = [requestOf(), requestOf()]
    for (const one of [open, done]) await stage.wechat.begin(one, 'qr')
    vendor().pay(done.number)
    expect(await stage.wechat.close(open.number)).toEqual({ state: 'closed' })
    expect(await stage.wechat.close(open.number)).toEqual({ state: 'closed' })
    expect(await stage.wechat.close(done.number)).toMatchObject({ state: 'paid', fen: 12_345 })
    expect(await stage.wechat.close(newNumber())).toEqual({ state: 'unknown' })
  })

  test('that is paid in the moment in which it is closed is told as paid', async () => {
    const request = requestOf()
    await stage.wechat.begin(request, 'qr')
    const order = vendor().book.find(request.number)!
    const push = (one: { method: string }) => {
      if (one.method === 'GET') Object.assign(order, { state: 'paid', paidAt: new Date() })
    }
    vendor().asked = Object.assign([], { push }) as never
    expect(await stage.wechat.close(request.number)).toMatchObject({ state: 'paid', fen: 12_345 })
  })
})

describe('a refund', () => {
  test.each([
    ['done', { state: 'done' }],
    ['running', { state: 'running' }],
    ['failed', { state: 'failed' }],
    ['stuck', { state: 'running', needsStaff: true }],
  ] as const)('that is %s is told as it is', async (end, told) => {
    const number = await paid()
    vendor().refundsEnd = end
    const refundNumber = newNumber()
    const asked = { number, refundNumber, fen: 345, ofFen: 12_345, reason: '多付 & 误付' }
    expect(await stage.wechat.refund(asked)).toMatchObject({ ...told, fen: 345 })
    expect(await stage.wechat.askRefund(number, refundNumber)).toMatchObject({ ...told, fen: 345 })
    expect(await stage.wechat.ask(number)).toMatchObject({ state: 'refunded', fen: 12_345 })
  })

  test('comes again after a lost answer as the same, and never twice', async () => {
    const number = await paid()
    const asked = { number, refundNumber: newNumber(), fen: 12_000, ofFen: 12_345, reason: '' }
    vendor().next = ['hang up']
    expect(await failureOf(stage.wechat.refund(asked))).toMatchObject({ kind: 'unanswered' })
    expect(await stage.wechat.refund(asked)).toMatchObject({ state: 'done', fen: 12_000 })
    expect(vendor().book.find(number)?.refunds).toHaveLength(1)
    expect(await failureOf(stage.wechat.refund({ ...asked, fen: 1 }))).toMatchObject({ kind: 'business' })
    expect(await failureOf(stage.wechat.refund({ ...asked, refundNumber: newNumber() }))).toMatchObject({
      kind: 'business',
    })
  })

  test('that nobody asked for is unknown, and one of another order none of this', async () => {
    const [one, other] = [await paid(), await paid()]
    expect(await stage.wechat.askRefund(one, newNumber())).toEqual({ state: 'unknown' })
    const refundNumber = newNumber()
    await stage.wechat.refund({ number: other, refundNumber, fen: 5, ofFen: 12_345, reason: '' })
    expect(await failureOf(stage.wechat.askRefund(one, refundNumber))).toMatchObject({
      kind: 'untrusted',
      code: 'of-another',
    })
  })
})

describe('an answer', () => {
  const ask = async (mischief: WechatMischief) => {
    const number = await paid()
    vendor().next = [mischief]
    return failureOf(stage.wechat.ask(number))
  }

  test.each<[WechatMischief, string]>([
    ['value changed', 'signature'],
    ['spaces added', 'signature'],
    ['forged', 'signature'],
    ['unsigned', 'unsigned'],
    ['no nonce', 'signature'],
    ['sign no base64', 'signature'],
    ['sign of another', 'signature'],
    ['unknown serial', 'serial'],
    ['old', 'old'],
    ['ahead', 'old'],
    ['timeless', 'old'],
    ['probe', 'probe'],
    ['not json', 'no-json'],
  ])('that nobody can have signed who may, or not now, is refused: %s', async (mischief, code) => {
    expect(await ask(mischief)).toMatchObject({ name: 'Error', kind: 'untrusted', code })
  })

  test.each([
    ['another order', { out_trade_no: 'T1234567890' }, 'of-another'],
    ['another merchant', { mchid: '1900000002' }, 'merchant'],
    ['another application', { appid: 'wx5a4d626f78000002' }, 'appid'],
    ['another currency', { amount: { total: 12_345, currency: 'USD' } }, 'currency'],
    ['no currency', { amount: { total: 12_345 } }, 'currency'],
    ['no amount', { amount: undefined }, 'currency'],
    ['an amount as text', { amount: { total: '12345', currency: 'CNY' } }, 'fields'],
    ['a broken amount', { amount: { total: 0.1, currency: 'CNY' } }, 'fields'],
    ['no number of its own', { transaction_id: undefined }, 'fields'],
    ['a state that nobody knows', { trade_state: 'PERHAPS' }, 'fields'],
  ])('about %s is no yes, though it is signed', async (_, fields, code) => {
    expect(await ask({ fields })).toMatchObject({ kind: 'untrusted', code })
  })

  test.each([
    [400, 'PARAM_ERROR', 'ours'],
    [401, 'SIGN_ERROR', 'ours'],
    [403, 'NO_AUTH', 'ours'],
    [400, 'APPID_MCHID_NOT_MATCH', 'ours'],
    [403, 'NOT_ENOUGH', 'business'],
    [400, 'INVALID_REQUEST', 'business'],
    [429, 'FREQUENCY_LIMITED', 'later'],
    [500, 'SYSTEM_ERROR', 'later'],
    [503, 'WHATEVER', 'unanswered'],
  ] as const)('that refuses with %i %s is %s, and repeats nothing of anybody', async (status, code, kind) => {
    const failure = await ask({ status, code })
    expect(failure).toMatchObject({ kind, code })
    expect(`${failure.message}${String(failure.stack)}`).not.toMatch(secrets)
  })

  test('that nobody signed never says how an order stands', async () => {
    const number = await paid()
    vendor().next = [{ status: 404, code: 'ORDER_NOT_EXIST' }]
    expect(await stage.wechat.ask(number)).toEqual({ state: 'unknown' })
    vendor().next = [{ status: 404, code: 'ORDER_NOT_EXIST', unsigned: true }]
    expect(await failureOf(stage.wechat.ask(number))).toMatchObject({ kind: 'untrusted' })
    vendor().next = [{ status: 401, code: 'SIGN_ERROR', unsigned: true }]
    expect(await failureOf(stage.wechat.ask(number))).toMatchObject({ kind: 'ours', code: 'SIGN_ERROR' })
  })

  test('is asked with a signature that no other key makes', async () => {
    const { privateKey } = newKey()
    const { wechat } = await stage.channels({
      wechatPay: { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    })
    expect(await failureOf(wechat!.ask(newNumber()))).toMatchObject({ kind: 'ours', code: 'SIGN_ERROR' })
    vendor().skew = 310_000
    expect(await failureOf(stage.wechat.ask(newNumber()))).toMatchObject({ kind: 'untrusted', code: 'old' })
  })
})

test('the vendor is as strict as its documentation: each field must be there, of its form, and no other', async () => {
  const wrong: Partial<Parameters<typeof requestOf>[0]>[] = [
    { number: 'T12' },
    { number: `T${'1'.repeat(32)}` },
    { number: 'T12345 6' },
    { fen: 0 },
    { fen: 1.5 },
    { fen: -100 },
    { noticeUrl: 'http://pay.example/notices' },
    { noticeUrl: 'https://pay.example/notices?id=1' },
    { payerIp: 'localhost' },
    { expiresAt: new Date(Date.now() - 1_000) },
  ]
  for (const more of wrong)
    expect([more, await failureOf(stage.wechat.begin(requestOf(more), 'qr'))]).toMatchObject([
      more,
      { kind: 'ours', code: 'PARAM_ERROR' },
    ])
  expect(vendor().asked.map(({ path }) => path)).toEqual(wrong.map(() => '/v3/pay/transactions/native'))
})
