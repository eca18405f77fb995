import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as others } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip, type ZlibOptions } from 'node:zlib'
import { getSurt, HeadersMultiMap, postToGetUrl, WARCRecord, WARCSerializer } from 'warcio'
import type { Exchange, HeaderPairs } from '../../engine/exchange.ts'

export interface ResourceEntry {
  readonly url: string
  readonly date: string
  readonly mediaType: string
  readonly content: Buffer
}

export interface WarcResult {
  readonly bytes: number
  readonly records: number
  /** Index lines in CDXJ, sorted. */
  readonly index: readonly string[]
}

interface Written {
  readonly offset: number
  readonly length: number
  readonly digest: string
}

const NOTHING = Buffer.alloc(0)
const pack = promisify(gzip)
/** Content that came packed becomes no smaller: it is stored as it is. A part of it shows that, whatever a server calls it. */
const SAMPLE = 64 * 1024
const PACKED_SHARE = 0.95
const STORED = { level: constants.Z_NO_COMPRESSION }
const QUICKLY = { level: constants.Z_BEST_SPEED }

async function isPacked(content: Uint8Array): Promise<boolean> {
  if (content.length < SAMPLE) return false
  const parts = [0, content.length - SAMPLE].map((at) => pack(content.subarray(at, at + SAMPLE), QUICKLY))
  const sizes = (await Promise.all(parts)).map(({ length }) => length)
  return sizes.every((size) => size > SAMPLE * PACKED_SHARE)
}

// Bodies are stored as the page got them, unpacked: these headers describe the packed form.
const PACKED = new Set(['content-encoding', 'transfer-encoding', 'content-length'])

function storedHeaders(pairs: HeaderPairs, size: number): [string, string][] {
  const kept = pairs
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value]): [string, string] => [
      PACKED.has(name.toLowerCase()) ? `X-Orig-${name}` : name,
      oneLine(value),
    ])
  return [...kept, ['Content-Length', String(size)]]
}

const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ')

/** Content is hashed and read with these pauses: a hundred megabytes at once would let nobody else be served. */
const PIECE = 4 * 1024 * 1024

async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE) {
    if (at > 0) await others()
    yield content.subarray(at, at + PIECE)
  }
}

/**
 * Headers as they are. warcio takes `,,,` in a value for several values, and refuses that where the name begins with `WARC-`: a page would not be
 * written down whose address has three commas, or whose server answers with such a header.
 */
class AsTheyAre extends HeadersMultiMap {
  override isMultiValue(): boolean {
    return false
  }
}

/** The same of what may come more than once. */
class LineByLine extends HeadersMultiMap {
  readonly #pairs: readonly [string, string][]

  constructor(pairs: readonly [string, string][]) {
    super()
    this.#pairs = pairs
  }

  override *[Symbol.iterator](): IterableIterator<[string, string]> {
    for (const pair of this.#pairs) yield pair
  }
}

type About = NonNullable<Parameters<typeof WARCRecord.create>[0]>

/** The digests of a record's payload, and of its block: an exchange's own headers stand before the payload there (ISO 28500, 6.3.2). */
async function digestsOf(head: string | null, content: Uint8Array): Promise<{ payload: string; block: string }> {
  const payload = createHash('sha256')
  const block = head === null ? payload : createHash('sha256').update(head)
  for await (const piece of inPieces(content)) {
    payload.update(piece)
    if (block !== payload) block.update(piece)
  }
  const whole = payload.digest('hex')
  return { payload: `sha256:${whole}`, block: `sha256:${block === payload ? whole : block.digest('hex')}` }
}

/** A record with its digests: warcio computes those that it does not find, in twelve times the time. */
async function recordOf(
  about: About,
  content: Uint8Array,
  headers: readonly [string, string][] = [],
): Promise<WARCRecord> {
  const record = WARCRecord.create({ ...about, warcVersion: 'WARC/1.1' }, inPieces(content))
  const own = new AsTheyAre(Object.fromEntries(record.warcHeaders.headers.entries()))
  record.warcHeaders.headers = own
  if (record.httpHeaders) record.httpHeaders.headers = new LineByLine(headers)
  const { payload, block } = await digestsOf(record.httpHeaders && `${record.httpHeaders.toString()}\r\n`, content)
  own.set('WARC-Payload-Digest', payload)
  own.set('WARC-Block-Digest', block)
  return record
}

/** Content that was sent stands in an index up to this length: to read more of JSON or of a form takes the square of it. */
const MAX_KEYED_BYTES = 16_384
/** The same of members, each of which warcio looks for among those before it. */
const MAX_KEYED_MEMBERS = 1_000
const COMMA = 0x2c
/** As browsers write it. A page may write its own, and warcio makes an expression of it, which takes as long as the page wishes. */
const FORM = /^multipart\/form-data; *boundary=([\w-]{1,70})$/

/** The fields of a form as warcio reads them, by no expression of the page's. */
function fieldsOf(form: string, boundary: string): Buffer {
  const fields = new URLSearchParams()
  for (const part of form.split(boundary)) {
    const whole = part.endsWith('--') ? part.slice(0, -2) : part
    const [, name, value = ''] = /name="([^"]+)"\r\n\r\n(.*)/i.exec(whole.trim()) ?? []
    if (name !== undefined) fields.set(name, value)
  }
  return Buffer.from(fields.toString())
}

/** Under which address a reader of archives looks for an answer: what was sent stands behind it. */
function keyedUrl({ url, method, requestHeaders }: Exchange, sent: Buffer): string {
  if (method === 'GET' || sent.length > MAX_KEYED_BYTES) return url
  if (sent.filter((byte) => byte === COMMA).length >= MAX_KEYED_MEMBERS) return url
  const headers = new Map(requestHeaders.map(([name, value]) => [name.toLowerCase(), value]))
  const type = headers.get('content-type') ?? ''
  const [, boundary] = FORM.exec(type) ?? []
  if (type.startsWith('multipart/form-data') && boundary === undefined) return url
  const asGet = { method, url, headers, postData: sent }
  if (boundary !== undefined) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    asGet.postData = fieldsOf(sent.toString(), boundary)
  }
  return postToGetUrl(asGet) ? asGet.url : url
}

/** Writes records one after the other, each its own gzip member, and remembers where they lie. */
class WarcFile {
  readonly index: string[] = []
  records = 0
  offset = 0
  readonly #file: Awaited<ReturnType<typeof open>>
  readonly #name: string

  constructor(file: Awaited<ReturnType<typeof open>>, name: string) {
    this.#file = file
    this.#name = name
  }

  /** `content` is the record's payload. */
  async append(record: WARCRecord, content: Uint8Array): Promise<Written> {
    const options = (await isPacked(content)) ? STORED : {}
    const length = await (content.length > PIECE ? this.#stream(record, options) : this.#write(record, options))
    const written = { offset: this.offset, length, digest: record.warcPayloadDigest ?? record.warcBlockDigest ?? '' }
    this.offset += length
    this.records += 1
    return written
  }

  /** The serializer does not pack: its stream of the web takes most of a millisecond a record. */
  async #write(record: WARCRecord, options: ZlibOptions): Promise<number> {
    const bytes = await pack(await WARCSerializer.serialize(record), options)
    await this.#file.appendFile(bytes)
    return bytes.length
  }

  /** A long record is never held a second time: its pieces are packed and written one after the other. */
  async #stream(record: WARCRecord, options: ZlibOptions): Promise<number> {
    let length = 0
    await pipeline(
      Readable.from(new WARCSerializer(record)),
      createGzip({ ...options, chunkSize: 1024 * 1024 }),
      async (packed: AsyncIterable<Buffer>) => {
        for await (const bytes of packed) {
          await this.#file.appendFile(bytes)
          length += bytes.length
        }
      },
    )
    return length
  }

  enter(
    url: string,
    key: string,
    date: string,
    fields: Record<string, unknown>,
    { offset, length, digest }: Written,
  ): void {
    const stamp = date.replace(/\D/g, '').slice(0, 14)
    const entry = { url, ...fields, digest, length, offset, filename: this.#name }
    this.index.push(`${key} ${stamp} ${JSON.stringify(entry)}`)
  }
}

async function appendExchange(file: WarcFile, exchange: Exchange): Promise<void> {
  const { url, startedAt: date, status, method } = exchange
  const body = exchange.body ?? NOTHING
  const warcHeaders: Record<string, string> = {
    ...(exchange.remoteAddress ? { 'WARC-IP-Address': exchange.remoteAddress } : {}),
    ...(exchange.protocol ? { 'WARC-Protocol': exchange.protocol } : {}),
    ...(exchange.truncated && exchange.truncated !== 'stream' ? { 'WARC-Truncated': exchange.truncated } : {}),
    ...(exchange.truncated === 'stream' ? { 'WARC-Truncated': 'unspecified' } : {}),
  }
  const response = await recordOf(
    {
      url,
      date,
      type: 'response',
      warcHeaders,
      statusline: `HTTP/1.1 ${status ?? 0} ${exchange.statusText || (STATUS_CODES[status ?? 0] ?? '')}`.trimEnd(),
    },
    body,
    storedHeaders(exchange.responseHeaders, body.length),
  )
  const written = await file.append(response, body)
  const target = new URL(url)
  const sent = exchange.requestBody ?? NOTHING
  const request = await recordOf(
    {
      url,
      date,
      type: 'request',
      warcHeaders: { 'WARC-Concurrent-To': response.warcHeader('WARC-Record-ID') ?? '' },
      statusline: `${method} ${target.pathname}${target.search} HTTP/1.1`,
    },
    sent,
    exchange.requestHeaders
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]): [string, string] => [name, oneLine(value)]),
  )
  await file.append(request, sent)
  const keyed = keyedUrl(exchange, sent)
  file.enter(
    url,
    getSurt(keyed),
    date,
    { mime: exchange.mimeType ?? '', status, ...(keyed === url ? {} : { method }) },
    written,
  )
}

async function appendResource(file: WarcFile, { url, date, mediaType, content }: ResourceEntry): Promise<void> {
  const warcHeaders = { 'Content-Type': mediaType }
  const record = await recordOf({ url, date, type: 'resource', warcHeaders }, content)
  file.enter(url, url, date, { mime: mediaType, status: 200 }, await file.append(record, content))
}

export interface WarcInput {
  readonly path: string
  readonly name: string
  readonly date: string
  readonly info: Readonly<Record<string, string>>
  readonly exchanges: readonly Exchange[]
  readonly resources: () => AsyncIterable<ResourceEntry>
  readonly signal: AbortSignal
}

/** A WARC 1.1 of every answered request, with the texts made from the page. */
export async function writeWarc(input: WarcInput): Promise<WarcResult> {
  const handle = await open(input.path, 'w', 0o600)
  try {
    const file = new WarcFile(handle, input.name)
    const about = { filename: input.name, date: input.date, warcVersion: 'WARC/1.1' } as const
    await file.append(WARCRecord.createWARCInfo(about, { ...input.info }), NOTHING)
    for (const exchange of input.exchanges) {
      input.signal.throwIfAborted()
      if (exchange.status !== null) await appendExchange(file, exchange)
    }
    for await (const resource of input.resources()) await appendResource(file, resource)
    return { bytes: file.offset, records: file.records, index: file.index.toSorted() }
  } finally {
    await handle.close()
  }
}
