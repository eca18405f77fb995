import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import type { BillLine } from '../../../server/payments/channels/channel.types.ts'
import type { SandboxBillRow } from '../../../server/sandbox/bills.ts'
import { failureOf, newNumber, requestOf, type Stage, startStage } from './kit.ts'

let stage: Stage
const names = ['wechat', 'alipay'] as const
const day = shanghaiDay(new Date())
const numbers: Record<string, { paid: string; plain: string; refund: string }> = {}

const { TMPDIR } = process.env
beforeAll(async () => {
  stage = await startStage()
  // Where bills wait while they are read.
  process.env['TMPDIR'] = stage.folder.dir
  for (const name of names) {
    const vendor = stage.sandbox[name]
    vendor.notices.mode = 'never'
    const [paid, plain] = [requestOf({ subject: '存证, "一" & 二' }), requestOf({ fen: 1 })]
    const refund = newNumber()
    for (const one of [paid, plain, requestOf()]) await stage[name].begin(one, 'qr')
    for (const one of [paid, plain]) vendor.pay(one.number)
    await stage[name].refund({ number: paid.number, refundNumber: refund, fen: 45, ofFen: 12_345, reason: '' })
    numbers[name] = { paid: paid.number, plain: plain.number, refund }
  }
})
afterAll(async () => {
  await stage.close()
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR
})
// The day after, when bills are there; the clocks of both sides agree.
beforeEach(() => {
  stage.ahead = 86_400_000
  for (const name of names) Object.assign(stage.sandbox[name], { bill: {}, skew: stage.ahead, next: [] })
})

async function linesOf(name: 'wechat' | 'alipay', of = day): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for await (const line of stage[name].bill(of)) lines.push(line)
  return lines
}
/** What was told before it was refused. */
async function refusedBill(name: 'wechat' | 'alipay') {
  let told = 0
  const failure = await failureOf(
    (async () => {
      for await (const _ of stage[name].bill(day)) told++
    })(),
  )
  return { kind: failure.kind, code: failure.code, told }
}
const left = () => readdirSync(stage.folder.dir).filter((name) => name.startsWith('skz-bill-'))

describe.each(names)('a bill of %s', (name) => {
  test('has the payments and refunds of the day, and nothing that nobody paid', async () => {
    const { paid, plain, refund } = numbers[name]!
    const { book } = stage.sandbox[name]
    const [one, other] = [book.find(paid)!, book.find(plain)!]
    const whole = (at: Date) => new Date(Math.floor(at.getTime() / 1_000) * 1_000)
    const refunded = one.refunds[0]!
    expect(await linesOf(name)).toEqual([
      { kind: 'payment', number: paid, vendorNumber: one.vendorNumber, fen: 12_345, at: whole(one.paidAt!) },
      {
        kind: 'refund',
        number: paid,
        refundNumber: refund,
        vendorNumber: name === 'wechat' ? refunded.vendorNumber : one.vendorNumber,
        fen: 45,
        at: whole(refunded.at),
      },
      { kind: 'payment', number: plain, vendorNumber: other.vendorNumber, fen: 1, at: whole(other.paidAt!) },
    ])
    expect(left()).toEqual([])
  })

  test('of a day on which nobody paid is empty, and there is none of today', async () => {
    expect(await linesOf(name, '2026-01-01')).toEqual([])
    const today = shanghaiDay(new Date(Date.now() + stage.ahead))
    expect(await failureOf(linesOf(name, today))).toMatchObject({ kind: 'business' })
  })

  test('is told as the vendor has it, where a line is missing, another amount or one too many', async () => {
    const { paid, plain } = numbers[name]!
    const extra = {
      kind: 'payment',
      number: 'T9999999',
      vendorNumber: '42',
      fen: 7,
      at: new Date(),
      subject: 'x',
    } as const
    stage.sandbox[name].bill = { missing: [paid], amounts: { [plain]: 2 }, extra: [extra] }
    expect((await linesOf(name)).map(({ number, fen }) => [number, fen])).toEqual([
      [plain, 2],
      ['T9999999', 7],
    ])
  })

  test.each([
    ['cut in the middle', (file: Buffer) => file.subarray(0, file.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['none', () => Buffer.from('<html>Bad Gateway</html>')],
  ])('that comes %s tells nothing', async (_, spoil) => {
    stage.sandbox[name].bill = { spoil }
    const { told, kind } = await refusedBill(name)
    expect([told, ['untrusted', 'unanswered'].includes(kind)]).toEqual([0, true])
    expect(left()).toEqual([])
  })

  test('is fetched from the vendor and nobody else', async () => {
    for (const address of [
      'http://127.0.0.1:9',
      'https://evil.example',
      'file:///etc/passwd',
      'https://x@api.mch.weixin.qq.com',
    ]) {
      stage.sandbox[name].bill = { address }
      expect(await refusedBill(name)).toEqual({ kind: 'untrusted', code: 'foreign-address', told: 0 })
    }
  })

  test('that its reader leaves in the middle leaves no file behind', async () => {
    for await (const line of stage[name].bill(day)) {
      expect(line.kind).toBe('payment')
      break
    }
    expect(left()).toEqual([])
  })

  test('of 100,000 lines is read in the memory of a short one', async () => {
    const rows = function* (count: number): Generator<SandboxBillRow> {
      for (let i = 0; i < count; i++)
        yield {
          kind: 'payment',
          number: `T${i}`.padEnd(32, 'x'),
          vendorNumber: `42${i}`.padEnd(28, '0'),
          fen: i + 1,
          at: new Date(),
          // Different in every line, so that packing makes it little smaller.
          subject: `账户充值 ${(i * 2_654_435_761) % 4_294_967_296}`,
        }
    }
    stage.sandbox[name].skew = 0
    const yesterday = shanghaiDay(new Date(Date.now() - 86_400_000))
    const file = await stage.folder.write(
      `bill-${name}.json`,
      stage.sandbox.settings[name === 'wechat' ? 'wechatPay' : 'alipay'],
    )
    const readIn = async (count: number) => {
      stage.sandbox[name].bill = { rows: () => rows(count) }
      const program = join(import.meta.dirname, 'read-bill.ts')
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, name, file, yesterday])
      return JSON.parse(stdout) as { lines: number; fen: number; mebibytes: number }
    }
    const [short, long] = [await readIn(100), await readIn(100_000)]
    expect([short.lines, short.fen, long.lines, long.fen]).toEqual([100, 5_050, 100_000, 5_000_050_000])
    console.log(`${name}: ${short.mebibytes} MiB for 100 lines, ${long.mebibytes} MiB for 100,000`)
    // The text alone has more than 20 MB, and each of its lines is an object besides.
    expect(long.mebibytes - short.mebibytes).toBeLessThan(8)
  })
})

test('WeChat’s bill comes packed or plain, and counts by its hash alone', async () => {
  stage.sandbox.wechat.bill = { plain: true }
  expect(await linesOf('wechat')).toHaveLength(3)
  stage.sandbox.wechat.bill = { plain: true, spoil: (file) => Buffer.from(file.toString().replace('123.45', '123.46')) }
  expect(await refusedBill('wechat')).toEqual({ kind: 'untrusted', code: 'hash', told: 0 })
})

test('WeChat’s bill of another merchant is none', async () => {
  stage.sandbox.wechat.bill = { merchantId: '1900000002' }
  expect(await refusedBill('wechat')).toEqual({ kind: 'untrusted', code: 'merchant', told: 0 })
})

test('Alipay’s bill counts by its last line, whatever its archive says', async () => {
  const last = Buffer.from('#------')
  const spoil = (file: Buffer) => {
    const files = Object.entries(unzipSync(file)).map(([name, bytes]) => {
      const text = Buffer.from(bytes)
      return [name, name.includes('sum') ? text : text.subarray(0, text.lastIndexOf(last))] as const
    })
    return Buffer.from(zipSync(Object.fromEntries(files)))
  }
  stage.sandbox.alipay.bill = { spoil: (file) => Buffer.from(zipSync(unzipSync(file))) }
  expect(await linesOf('alipay')).toHaveLength(3)
  stage.sandbox.alipay.bill = { spoil }
  expect(await refusedBill('alipay')).toEqual({ kind: 'untrusted', code: 'cut', told: 0 })
  stage.sandbox.alipay.bill = { spoil: () => Buffer.from(zipSync({ 'x.csv': Buffer.from([0x61, 0x0a, 0xff, 0x0a]) })) }
  expect(await refusedBill('alipay')).toEqual({ kind: 'untrusted', code: 'text', told: 0 })
  stage.sandbox.alipay.bill = { spoil: () => Buffer.from(zipSync({ 'x.csv': Buffer.from('a,b\r\n1,2\r\n') })) }
  expect(await refusedBill('alipay')).toEqual({ kind: 'untrusted', code: 'columns', told: 0 })
})
