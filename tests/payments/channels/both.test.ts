import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, requestOf, type Stage, startStage } from './kit.ts'

let stage: Stage
beforeAll(async () => void (stage = await startStage()))
afterAll(() => stage.close())

describe.each([
  { name: 'wechat', settings: 'wechatPay', otherAmount: 'OUT_TRADE_NO_USED' },
  { name: 'alipay', settings: 'alipay', otherAmount: 'ACQ.CONTEXT_INCONSISTENT' },
] as const)('an order of $name', ({ name, settings, otherAmount }) => {
  const vendor = () => stage.sandbox[name]
  const channel = () => stage[name]
  const known = (number: string) =>
    vendor()
      .book.all()
      .filter((order) => order.number === number)
  beforeEach(() => {
    Object.assign(vendor(), { next: [], asked: [], skew: 0, late: 0 })
    vendor().notices.mode = 'never'
  })

  async function paid() {
    const request = requestOf()
    await channel().begin(request, 'qr')
    vendor().pay(request.number)
    return request.number
  }

  test('is taken where its answer comes late, and repeated where it comes too late', async () => {
    const request = requestOf()
    vendor().late = 150
    const hasty = (await stage.channels({ [settings]: { patience: 0.1 } }))[name]!
    expect(await failureOf(hasty.begin(request, 'qr'))).toMatchObject({ kind: 'unanswered', code: 'TimeoutError' })
    expect(await channel().begin(request, 'qr')).toMatchObject({
      qr: expect.stringContaining(vendor().book.find(request.number)!.token),
    })
    expect(known(request.number)).toHaveLength(1)
  })

  test('comes again after a lost answer as the same, and with another amount not at all', async () => {
    const request = requestOf()
    for (const lost of ['hang up', '502'] as const) {
      vendor().next = [lost]
      expect(await failureOf(channel().begin(request, 'qr'))).toMatchObject({ kind: 'unanswered' })
    }
    const offer = await channel().begin(request, 'qr')
    expect(await channel().begin(request, 'qr')).toEqual(offer)
    for (const fen of [1, 12_344])
      expect(await failureOf(channel().begin({ ...request, fen }, 'qr'))).toMatchObject({
        kind: 'business',
        code: otherAmount,
      })
    expect(vendor().book.find(request.number)?.fen).toBe(12_345)
  })

  test('is not taken for another by an answer to an earlier question', async () => {
    const [first, second] = [await paid(), await paid()]
    await channel().ask(first)
    vendor().next = ['replay']
    expect(await failureOf(channel().ask(second))).toMatchObject({ kind: 'untrusted', code: 'of-another' })
  })

  test.each(['hang', 'hang up', 'half', 'redirect', '502', 'huge'] as const)(
    'stays open where no answer comes: %s',
    async (mischief) => {
      const number = await paid()
      vendor().next = [mischief]
      const hasty = (await stage.channels({ [settings]: { patience: 0.3 } }))[name]!
      expect(await failureOf(hasty.ask(number))).toMatchObject({ kind: 'unanswered' })
    },
  )
})
