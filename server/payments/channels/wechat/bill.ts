import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isBadText, linesOf, spoolFile, type SpooledFile } from '../bills/spooled-file.ts'
import type { BillLine } from '../channel.types.ts'
import { beijingInstantIn, textIn } from '../exact-fields.ts'
import { fenOfYuan } from '../../../../contract/kit/money.ts'
import { ChannelFailure } from '../failure.types.ts'
import type { WechatPayClient } from './client.ts'
import type { WechatMerchant } from './wechat-pay.settings.ts'

const what = 'bill'
const untrusted = (why: string) => new ChannelFailure('wechat', what, 'untrusted', why)

/** A day's payments and refunds. Nothing of the file is told before all of it has the hash that the signed answer named. */
export async function* wechatBill(
  client: WechatPayClient,
  merchant: WechatMerchant,
  day: string,
): AsyncGenerator<BillLine> {
  const query = new URLSearchParams({ bill_date: day, bill_type: 'ALL', tar_type: 'GZIP' })
  let answer
  try {
    answer = await client.call(what, { method: 'GET', target: `/v3/bill/tradebill?${query.toString()}` })
  } catch (error) {
    // A day on which nobody paid has none.
    if (error instanceof ChannelFailure && error.code === 'NO_STATEMENT_EXIST') return
    throw error
  }
  const { download_url: url, hash_type: type, hash_value: hash } = answer
  if (typeof url !== 'string' || type !== 'SHA1' || typeof hash !== 'string') throw untrusted('fields')
  const response = await client.download(what, url)
  const file = await spooled(response)
  try {
    if ((await sha1Of(file)) !== hash.toLowerCase()) throw untrusted('hash')
    yield* linesIn(file, merchant)
  } catch (error) {
    throw isBadText(error) ? untrusted('text') : error
  } finally {
    await file.remove()
  }
}

async function spooled({ body }: Response): Promise<SpooledFile> {
  try {
    return await spoolFile(unpacked(body ?? []))
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    // Of the disk the operator must hear; all else is an answer that did not come whole.
    throw code === 'ENOSPC' ? error : new ChannelFailure('wechat', what, 'unanswered', name)
  }
}

/** Packed or plain, as its first two bytes say. */
async function* unpacked(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : asyncOf(source)
  const first: Uint8Array[] = []
  for (let length = 0; length < 2;) {
    const { value, done } = await pieces.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  async function* all() {
    yield* first
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const start = Buffer.concat(first)
  if (start[0] === 0x1f && start[1] === 0x8b) yield* gunzipped(all())
  else yield* all()
}

async function* asyncOf(source: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source
}

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // What goes wrong with its source reaches whoever reads it.
  pipeline(source, gunzip).catch(() => {})
  for await (const piece of gunzip) yield piece as Uint8Array
}

async function sha1Of(file: SpooledFile): Promise<string> {
  const hash = createHash('sha1')
  for await (const piece of file.chunks()) hash.update(piece)
  return hash.digest('hex')
}

const columns = [
  '交易时间',
  '公众账号ID',
  '商户号',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '微信退款单号',
  '商户退款单号',
  '退款状态',
  '订单金额',
  '申请退款金额',
] as const
type Row = Record<(typeof columns)[number], string>

/** Every value follows a backtick; a comma without one belongs to the words of a product. */
async function* linesIn(file: SpooledFile, merchant: WechatMerchant): AsyncGenerator<BillLine> {
  let at: number[] | undefined
  for await (const line of linesOf(file.chunks(), 'utf-8')) {
    if (!at) {
      const names = line.replace(/^\uFEFF/, '').split(',')
      at = columns.map((name) => names.indexOf(name))
      if (at.includes(-1)) throw untrusted('columns')
    } else if (line.startsWith('`')) {
      const values = line.slice(1).split(',`')
      const row = Object.fromEntries(columns.map((name, i) => [name, (values[at![i]!] ?? '').trim()])) as Row
      const read = billLineOf(row, merchant)
      if (read) yield read
    } else break // The sums.
  }
  if (!at) throw untrusted('columns')
}

function billLineOf(row: Row, { merchantId, appId }: WechatMerchant): BillLine | undefined {
  if (row.商户号 !== merchantId) throw untrusted('merchant')
  // Another application of the same merchant has orders of its own.
  if (row.公众账号ID !== appId) return undefined
  const isRefund = row.交易状态 === 'REFUND'
  // One that is still under way has left the merchant's account all the same.
  if (row.交易状态 === 'REVOKED' || (isRefund && row.退款状态 === 'FAIL')) return undefined
  const fen = fenOfYuan(isRefund ? row.申请退款金额 : row.订单金额)
  const [number, at] = [textIn(row.商户订单号), beijingInstantIn(row.交易时间)]
  const vendorNumber = textIn(isRefund ? row.微信退款单号 : row.微信订单号)
  if (!fen || fen < 0 || !number || !at || !vendorNumber || row.货币种类 !== 'CNY') throw untrusted('line')
  return isRefund
    ? { kind: 'refund', number, refundNumber: row.商户退款单号, vendorNumber, fen, at }
    : { kind: 'payment', number, vendorNumber, fen, at }
}
