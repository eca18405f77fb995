import { Unzip, UnzipInflate } from 'fflate'
import type { AlipayApp } from '../../../kit/alipay/alipay.settings.ts'
import type { AlipayClient } from '../../../kit/alipay/client.ts'
import { isBadText, linesOf, spoolFile } from '../bills/spooled-file.ts'
import type { BillLine } from '../channel.types.ts'
import { beijingInstantIn, textIn } from '../exact-fields.ts'
import { fenOfYuan } from '../../../../contract/kit/money.ts'
import { ChannelFailure } from '../failure.types.ts'
import { told } from './failures.ts'

const what = 'bill'
const untrusted = (why: string) => new ChannelFailure('alipay', what, 'untrusted', why)

/** A day has none, or none yet. */
const absent = new Set(['BILL_NOT_EXIST', 'NO_BILL_DATA', 'isp.bill_not_exist'])
/** What an archive may unfold to, all its files together. */
const largest = 1024 ** 3

/** A day's payments and refunds. The file bears no signature: where it lies is signed, and it must be whole. */
export async function* alipayBill(client: AlipayClient, app: AlipayApp, day: string): AsyncGenerator<BillLine> {
  let answer
  try {
    const bizContent = { bill_type: 'trade', bill_date: day }
    answer = await told(what, client.call('alipay.data.dataservice.bill.downloadurl.query', { bizContent }))
  } catch (error) {
    if (error instanceof ChannelFailure && error.kind === 'business' && absent.has(error.code)) return
    throw error
  }
  const response = await downloadBill(addressIn(answer['bill_download_url'], app), app.patience)
  let file
  try {
    file = await spoolFile(response.body ?? asyncOf([]))
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' ? error : new ChannelFailure('alipay', what, 'unanswered', name)
  }
  try {
    // Read once without telling anything: a file that ends too early is found before its first line is believed.
    for await (const line of billLines(file.chunks())) void line
    yield* billLines(file.chunks())
  } catch (error) {
    throw isBadText(error) ? untrusted('text') : error
  } finally {
    await file.remove()
  }
}

/** The vendor still writes `http`; what nobody signed travels encrypted or not at all. */
function addressIn(given: unknown, { endpoint }: AlipayApp): URL {
  const url = typeof given === 'string' ? URL.parse(given) : null
  if (!url || url.username || url.password) throw untrusted('foreign-address')
  if (endpoint) {
    if (url.origin !== new URL(endpoint).origin) throw untrusted('foreign-address')
    return url
  }
  if (!url.hostname.endsWith('.alipay.com') || url.port || !/^https?:$/.test(url.protocol))
    throw untrusted('foreign-address')
  url.protocol = 'https:'
  return url
}

export async function downloadBill(url: URL, patience: number): Promise<Response> {
  let response
  try {
    // Its bytes may take longer than an answer does.
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience * 30_000) })
  } catch (error) {
    throw new ChannelFailure('alipay', what, 'unanswered', (error as Error).name)
  }
  if (response.status !== 200) throw new ChannelFailure('alipay', what, 'unanswered', `http-${response.status}`)
  return response
}

async function* asyncOf<T>(source: Iterable<T>): AsyncGenerator<T> {
  yield* source
}

/** The archive holds the lines and, in another file with other columns, their sums by shop. */
async function* billLines(zip: AsyncIterable<Uint8Array>): AsyncGenerator<BillLine> {
  let isFound = false
  for await (const { names, values } of rowsIn(zip)) {
    isFound = true
    if (values) {
      if (values.length !== names.length) throw untrusted('line')
      yield billLineOf(Object.fromEntries(names.map((name, i) => [name, values[i]!.trim()])))
    }
  }
  if (!isFound) throw untrusted('columns')
}

interface Row {
  names: string[]
  /** None for the heading itself. */
  values?: string[]
}

async function* rowsIn(zip: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  for await (const entry of entriesIn(zip)) {
    let names: string[] | undefined
    let isWhole = false
    for await (const line of linesOf(entry, 'gb18030')) {
      if (line.startsWith('#')) {
        if (names && line.includes('列表结束')) isWhole = true
        continue
      }
      if (isWhole || !line.trim()) continue
      const cells = cellsOf(line)
      if (names) yield { names, values: cells }
      else {
        const heading = cells.map((cell) => cell.replaceAll('（', '(').replaceAll('）', ')').trim())
        if (!heading.includes('支付宝交易号') || !heading.includes('商户订单号')) break
        yield { names: (names = heading) }
      }
    }
    if (names && !isWhole) throw untrusted('cut')
  }
}

/** A value that holds a comma or a quote stands in quotes, those in it doubled. */
const cellsOf = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, inside, plain]) =>
        inside === undefined ? plain! : inside.replaceAll('""', '"'),
      )
    : line.split(',')

type Entry = AsyncGenerator<Uint8Array>

/** Little of the text is unpacked before it is read. */
async function* smallPieces(zip: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of zip) for (let at = 0; at < piece.length; at += 2_048) yield piece.subarray(at, at + 2_048)
}

/** The files of an archive one after another, unpacked as they are read. */
async function* entriesIn(zip: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const source = smallPieces(zip)
  const waiting: { pieces: Uint8Array[]; isOver: boolean }[] = []
  let [size, isOver] = [0, false]
  const unzip = new Unzip((file) => {
    const entry = { pieces: [] as Uint8Array[], isOver: false }
    waiting.push(entry)
    file.ondata = (error, piece, isLast) => {
      if (error || (size += piece.length) > largest) throw untrusted('archive')
      if (piece.length) entry.pieces.push(piece)
      entry.isOver = isLast
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const more = async () => {
    const { value, done } = await source.next()
    isOver = done ?? false
    try {
      unzip.push(isOver ? new Uint8Array() : value!, isOver)
    } catch {
      throw untrusted('archive')
    }
  }
  async function* piecesOf(entry: (typeof waiting)[number]): Entry {
    for (;;) {
      yield* entry.pieces.splice(0)
      if (entry.isOver) return
      if (isOver) throw untrusted('cut')
      await more()
    }
  }
  for (;;) {
    while (!waiting.length && !isOver) await more()
    const entry = waiting.shift()
    if (!entry) return
    yield piecesOf(entry)
    // What its reader left is passed over.
    for await (const piece of piecesOf(entry)) void piece
  }
}

function billLineOf(row: Record<string, string>): BillLine {
  const isRefund = row['业务类型'] === '退款'
  if (!isRefund && row['业务类型'] !== '交易') throw untrusted('line')
  const fen = Math.abs(fenOfYuan(row['订单金额(元)']) ?? 0)
  const [vendorNumber, number, at] = [
    textIn(row['支付宝交易号']),
    textIn(row['商户订单号']),
    beijingInstantIn(row['完成时间']),
  ]
  if (!fen || !vendorNumber || !number || !at) throw untrusted('line')
  if (!isRefund) return { kind: 'payment', number, vendorNumber, fen, at }
  return { kind: 'refund', number, refundNumber: row['退款批次号/请求号'] ?? '', vendorNumber, fen, at }
}
