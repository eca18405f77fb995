import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { yuanOf } from '../../contract/kit/money.ts'
import { shanghaiDay, shanghaiText } from '../../contract/kit/shanghai-time.ts'
import type { SandboxOrder } from './orders.ts'

export interface SandboxBillRow {
  kind: 'payment' | 'refund'
  number: string
  refundNumber?: string
  vendorNumber: string
  refundVendorNumber?: string
  fen: number
  at: Date
  subject: string
}

/** What of a bill is not as the orders were. */
export interface BillMischief {
  /** Numbers of orders that are left out. */
  missing?: string[]
  /** Other amounts, by number of the order. */
  amounts?: Record<string, number>
  extra?: SandboxBillRow[]
  /** Others in the place of all. */
  rows?: () => Iterable<SandboxBillRow>
  /** Not packed, where the vendor may choose. */
  plain?: boolean
  /** Done to the file after its hash was told. */
  spoil?: (file: Buffer) => Buffer
  /** Whose merchant's bill it is, where not the one's who asks. */
  merchantId?: string
  /** Where the file is said to lie. */
  address?: string
}

export function rowsOf(orders: SandboxOrder[], day: string, { missing, amounts, extra, rows }: BillMischief) {
  if (rows) return rows()
  const all = orders.flatMap(({ number, vendorNumber, fen, paidAt, refunds, subject }): SandboxBillRow[] => [
    ...(paidAt ? [{ kind: 'payment' as const, number, vendorNumber, fen, at: paidAt, subject }] : []),
    ...refunds.map((one) => ({
      kind: 'refund' as const,
      number,
      refundNumber: one.number,
      vendorNumber,
      refundVendorNumber: one.vendorNumber,
      fen: one.fen,
      at: one.at,
      subject,
    })),
  ])
  return all
    .filter(({ at, number }) => shanghaiDay(at) === day && !missing?.includes(number))
    .map((row) => ({ ...row, fen: amounts?.[row.number] ?? row.fen }))
    .concat(extra ?? [])
}

/** WeChat Pay's bill of trades: heading, a backtick before every value, the sums behind. */
export function wechatBillFile(
  rows: Iterable<SandboxBillRow>,
  { appId, merchantId }: { appId: string; merchantId: string },
  isPlain: boolean,
): { file: Buffer; hash: string } {
  const lines = [
    '\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
  ]
  let [count, paid, back] = [0, 0, 0]
  for (const { kind, number, refundNumber, vendorNumber, refundVendorNumber, fen, at, subject } of rows) {
    const isRefund = kind === 'refund'
    const [sum, returned] = isRefund ? ['0.00', yuanOf(fen)] : [yuanOf(fen), '0.00']
    const values = [shanghaiText(at), appId, merchantId, '0', '', vendorNumber, number, 'oSandbox', 'NATIVE']
      .concat(isRefund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', sum, '0.00')
      .concat(
        isRefund
          ? [refundVendorNumber ?? '', refundNumber ?? '', returned, '0.00', 'ORIGINAL', 'SUCCESS']
          : ['0', '0', '0.00', '0.00', '', ''],
      )
      .concat(subject, '', '0.00000', '0.60%', sum, returned, '')
    lines.push(`\`${values.join(',`')}`)
    count++
    if (isRefund) back += fen
    else paid += fen
  }
  lines.push('总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额')
  lines.push(
    `\`${[String(count), yuanOf(paid), yuanOf(back), '0.00', '0.00000', yuanOf(paid), yuanOf(back)].join(',`')}`,
  )
  const text = Buffer.from(`${lines.join('\r\n')}\r\n`)
  return { file: isPlain ? text : gzipSync(text), hash: createHash('sha1').update(text).digest('hex') }
}

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** Alipay's bill of trades: an archive of the lines and of their sums by shop, in GBK. */
export function alipayBillFile(rows: Iterable<SandboxBillRow>, day: string, sellerId: string): Buffer {
  const rule = (words: string) =>
    `#-----------------------------------------${words}------------------------------------`
  const lines = ['#支付宝业务明细查询', `#账号：[${sellerId}0156]`, `#起始日期：[${day}]`, rule('业务明细列表')]
  lines.push(
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
  )
  for (const { kind, number, refundNumber, vendorNumber, fen, at, subject } of rows) {
    const sum = yuanOf(kind === 'refund' ? -fen : fen)
    const values = [`${vendorNumber}\t`, `${number}\t`, kind === 'refund' ? '退款' : '交易', subject, shanghaiText(at)]
      .concat(
        shanghaiText(at),
        '',
        '',
        '',
        '',
        '*沙箱(138****0000)',
        sum,
        sum,
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '',
      )
      .concat('0.00', '0.00', refundNumber ?? '', '0.00', '0.00', '')
    lines.push(values.map(quoted).join(','))
  }
  lines.push(rule('业务明细列表结束'), '#交易合计：见上')
  const sums = [
    '#支付宝业务汇总查询',
    rule('业务汇总列表'),
    '门店编号,门店名称,交易订单总笔数',
    '合计,,1',
    rule('业务汇总列表结束'),
  ]
  return Buffer.from(
    zipSync({
      [`${sellerId}0156_${day.replaceAll('-', '')}_sum.csv`]: inGbk(sums.join('\r\n')),
      [`${sellerId}0156_${day.replaceAll('-', '')}.csv`]: inGbk(`${lines.join('\r\n')}\r\n`),
    }),
  )
}

let table: Map<string, number> | undefined

/** Node reads GBK and does not write it: the reading, turned round. */
function inGbk(text: string): Uint8Array {
  if (!table) {
    table = new Map()
    const decoder = new TextDecoder('gbk')
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const sign = decoder.decode(Uint8Array.of(lead, trail))
        if (trail !== 0x7f && [...sign].length === 1) table.set(sign, lead * 256 + trail)
      }
  }
  const bytes = Buffer.alloc(text.length * 2)
  let at = 0
  for (const sign of text) {
    const code = sign.codePointAt(0)!
    const known = code < 128 ? code : (table.get(sign) ?? 0x3f)
    at = known < 256 ? bytes.writeUInt8(known, at) : bytes.writeUInt16BE(known, at)
  }
  return bytes.subarray(0, at)
}
