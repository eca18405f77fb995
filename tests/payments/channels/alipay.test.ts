import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fenOfYuan } from '../../../contract/kit/money.ts'
import type { AlipayMischief } from '../../../server/sandbox/alipay-answers.ts'
import { failureOf, newKey, newNumber, requestOf, secrets, type Stage, startStage } from './kit.ts'

let stage: Stage
beforeAll(async () => void (stage = await startStage()))
afterAll(() => stage.close())
beforeEach(() => {
  Object.assign(stage.sandbox.alipay, {
    next: [],
    asked: [],
    skew: 0,
    late: 0,
    bill: {},
    write: (fields: object) => JSON.stringify(fields),
  })
  stage.sandbox.alipay.notices.mode = 'never'
})
const vendor = () => stage.sandbox.alipay

async function paid(fen = 12_345) {
  const request = requestOf({ fen })
  await stage.alipay.begin(request, 'qr')
  vendor().pay(request.number)
  return request.number
}

/** What a browser is led to by a page of the gateway. */
async function openPage(url: string) {
  const response = await fetch(url, { redirect: 'manual' })
  return response.headers.get('location') ?? (await response.text())
}

describe('an order', () => {
  test('is begun as a code, and as pages for a computer and a phone', async () => {
    const { qr } = (await stage.alipay.begin(requestOf(), 'qr')) as { qr: string }
    expect(qr).toMatch(/\/cashier\/[0-9a-f]{32}$/)
    for (const [scene, method, product] of [
      ['page', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
      ['phone', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
    ] as const) {
      const request = requestOf()
      const { url } = (await stage.alipay.begin(request, scene)) as { url: string }
      expect(await openPage(url)).toMatch(/\/cashier\/[0-9a-f]{32}$/)
      const asked = vendor().asked.at(-1)!
      expect(asked).toMatchObject({ method, biz: { product_code: product, total_amount: '123.45' } })
      expect(asked.all).toMatchObject({ notify_url: request.noticeUrl, return_url: request.returnUrl })
      expect(await openPage(url.replace('123.45', '123.44'))).toContain('isv.invalid-signature')
    }
    expect(await failureOf(stage.alipay.begin(requestOf(), 'in-app'))).toMatchObject({
      kind: 'ours',
      code: 'no-such-scene',
    })
  })

  test.each(['a & b = c + d % e', '100%25 "quoted" \\ /', '付款🎉𠮷', '<script>&amp;'])(
    'has a subject that is signed as it is: %s',
    async (subject) => {
      for (const scene of ['qr', 'page'] as const) {
        const request = requestOf({ subject })
        const offer = await stage.alipay.begin(request, scene)
        if ('url' in offer) await openPage(offer.url)
        expect(vendor().book.find(request.number)?.subject).toBe(subject)
      }
    },
  )

  test.each([1, 29, 100, 12_345, 9_999_999_999])('of %i fen is asked for, paid and told to the fen', async (fen) => {
    expect(await stage.alipay.ask(await paid(fen))).toMatchObject({ state: 'paid', fen })
  })

  test('is unknown until somebody opens it, and then waits', async () => {
    const request = requestOf()
    await stage.alipay.begin(request, 'qr')
    expect(await stage.alipay.ask(request.number)).toEqual({ state: 'unknown' })
    vendor().scan(request.number)
    expect(await stage.alipay.ask(request.number)).toEqual({ state: 'waiting' })
    vendor().pay(request.number)
    const order = vendor().book.find(request.number)!
    expect(await stage.alipay.ask(request.number)).toEqual({
      state: 'paid',
      fen: 12_345,
      vendorNumber: order.vendorNumber,
      paidAt: new Date(Math.floor(order.paidAt!.getTime() / 1_000) * 1_000),
    })
  })

  test('is closed, and says that it was paid where it was', async () => {
    const [open, done, unseen] = [requestOf(), requestOf(), requestOf()]
    for (const one of [open, done, unseen]) await stage.alipay.begin(one, 'qr')
    vendor().scan(open.number)
    vendor().pay(done.number)
    expect(await stage.alipay.close(open.number)).toEqual({ state: 'closed' })
    expect(await stage.alipay.close(open.number)).toEqual({ state: 'closed' })
    expect(await stage.alipay.close(done.number)).toMatchObject({ state: 'paid', fen: 12_345 })
    expect(vendor().book.find(done.number)).toMatchObject({ state: 'paid', refunds: [] })
    expect(await stage.alipay.close(unseen.number)).toEqual({ state: 'unknown' })
  })
})

describe('a refund', () => {
  test('is told as done, again too, and the order by how much of it is left', async () => {
    const number = await paid()
    const asked = { number, refundNumber: newNumber(), fen: 345, ofFen: 12_345, reason: '多付, 误付' }
    vendor().next = ['hang up']
    expect(await failureOf(stage.alipay.refund(asked))).toMatchObject({ kind: 'unanswered' })
    for (let i = 0; i < 2; i++) expect(await stage.alipay.refund(asked)).toMatchObject({ state: 'done', fen: 345 })
    expect(vendor().book.find(number)?.refunds).toHaveLength(1)
    expect(await stage.alipay.askRefund(number, asked.refundNumber)).toMatchObject({ state: 'done', fen: 345 })
    expect(await stage.alipay.ask(number)).toMatchObject({ state: 'paid', fen: 12_345 })
    expect(await failureOf(stage.alipay.refund({ ...asked, fen: 344 }))).toMatchObject({ kind: 'business' })
    expect(await failureOf(stage.alipay.refund({ ...asked, fen: 12_001, refundNumber: newNumber() }))).toMatchObject({
      kind: 'business',
    })
    await stage.alipay.refund({ ...asked, fen: 12_000, refundNumber: newNumber() })
    expect(await stage.alipay.ask(number)).toMatchObject({ state: 'refunded', fen: 12_345 })
  })

  test('that nobody asked for is unknown', async () => {
    expect(await stage.alipay.askRefund(await paid(), newNumber())).toEqual({ state: 'unknown' })
    expect(await stage.alipay.askRefund(newNumber(), newNumber())).toEqual({ state: 'unknown' })
  })

  test('of another number than was asked about is none', async () => {
    const number = await paid()
    const refundNumber = newNumber()
    await stage.alipay.refund({ number, refundNumber, fen: 5, ofFen: 12_345, reason: '' })
    vendor().write = (fields) => JSON.stringify(fields).replace(refundNumber, newNumber())
    expect(await failureOf(stage.alipay.askRefund(number, refundNumber))).toMatchObject({
      kind: 'untrusted',
      code: 'of-another',
    })
  })
})

describe('an answer', () => {
  const ask = async (mischief: AlipayMischief) => {
    const number = await paid()
    vendor().next = [mischief]
    return failureOf(stage.alipay.ask(number))
  }

  test.each<AlipayMischief>([
    'value changed',
    'keys turned',
    'spaces added',
    'forged',
    'unsigned',
    'empty sign',
    'sign no base64',
    'sign of another',
    'second before',
    'second behind',
    'error beside',
    'other method',
  ])('that nobody can have signed who may is refused: %s', async (mischief) => {
    expect(await ask(mischief)).toMatchObject({ name: 'Error', kind: 'untrusted' })
  })

  test.each([
    ['no amount', /"total_amount":"[^"]*",/, ''],
    ['an amount below a fen', /"total_amount":"[^"]*"/, '"total_amount":"123.451"'],
    ['an amount with an exponent', /"total_amount":"[^"]*"/, '"total_amount":"1e4"'],
    ['less than nothing', /"total_amount":"[^"]*"/, '"total_amount":"-123.45"'],
    ['no number of its own', /"trade_no":"[^"]*",/, ''],
    ['a state that nobody knows', 'TRADE_SUCCESS', 'TRADE_PERHAPS'],
  ])('with %s is no yes, though it is signed', async (_, from, to) => {
    const number = await paid()
    vendor().write = (fields) => JSON.stringify(fields).replace(from, to)
    expect(await failureOf(stage.alipay.ask(number))).toMatchObject({ kind: 'untrusted', code: 'fields' })
  })

  test('of an order that is finished says that it is paid', async () => {
    const number = await paid()
    vendor().write = (fields) => JSON.stringify(fields).replace('TRADE_SUCCESS', 'TRADE_FINISHED')
    expect(await stage.alipay.ask(number)).toMatchObject({ state: 'paid', fen: 12_345 })
  })

  test.each([
    ['40004', 'ACQ.SYSTEM_ERROR', 'later'],
    ['40005', 'isv.call-limited', 'later'],
    ['40004', 'ACQ.INVALID_PARAMETER', 'ours'],
    ['40002', 'isv.invalid-signature', 'ours'],
    ['20001', 'aop.invalid-auth-token', 'ours'],
    ['40006', 'isv.insufficient-isv-permissions', 'ours'],
    ['40004', 'ACQ.TRADE_HAS_CLOSE', 'business'],
  ])('that refuses with %s %s is %s, and repeats nothing of anybody', async (code, subCode, kind) => {
    const failure = await ask({ code, subCode, subMsg: '孙尚香 110101199003070000' })
    expect(failure).toMatchObject({ kind, code: subCode })
    expect(`${failure.message}${String(failure.stack)}`).not.toMatch(secrets)
  })

  test('that nobody signed never says how an order stands', async () => {
    const number = await paid()
    const refused = { code: '40004', subCode: 'ACQ.TRADE_NOT_EXIST' }
    vendor().next = [refused]
    expect(await stage.alipay.ask(number)).toEqual({ state: 'unknown' })
    vendor().next = [{ ...refused, unsigned: true }]
    expect(await failureOf(stage.alipay.ask(number))).toMatchObject({ kind: 'untrusted', code: 'unsigned' })
  })

  test('is asked with a signature that no other key makes', async () => {
    const privateKey = newKey().privateKey.export({ type: 'pkcs8', format: 'pem' })
    const { alipay } = await stage.channels({ alipay: { privateKey } })
    expect(await failureOf(alipay!.ask(newNumber()))).toMatchObject({ kind: 'ours', code: 'isv.invalid-signature' })
  })
})

test('yuan become fen by their digits', () => {
  const read = [
    '0.01',
    '0.1',
    '1',
    '1.10',
    '19.99',
    '1.100',
    '-0.29',
    0.29,
    '1.001',
    '1.',
    '.5',
    '1e3',
    ' 1',
    '',
    '1,000.00',
    '9999999999999',
  ]
  expect(read.map(fenOfYuan)).toEqual([1, 10, 100, 110, 1_999, 110, -29, 29, ...Array<undefined>(8)])
})
