import axios, { AxiosError } from 'axios'
import { z } from 'zod'
import { fromHex, type Bytes } from '../../../proof/bytes.ts'
import { assertReachable, EgressRefused, guardedAgents } from '../../kit/egress/guarded-agent.ts'
import { ChainError } from './adapter.ts'

export interface NodeAddress {
  url: string
  allowPrivate: readonly string[]
  /** Seconds for everything, from looking up the name to the last byte. */
  patience: number
}

const usualAnswer = 256 * 1024
/** A block with all of its transactions. */
export const largeAnswer = 32 * 1024 * 1024

/** What a node refuses by itself: the request was understood. */
export class NodeRefusal extends ChainError {
  readonly number: number

  constructor(number: number, message: string) {
    super('node-refused', message)
    this.number = number
  }
}

const Answer = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.literal(1), error: z.object({ code: z.int(), message: z.string() }) }),
  z.object({ jsonrpc: z.literal('2.0'), id: z.literal(1), result: z.unknown() }),
])

/** Asks a node one thing. What it answers is a stranger's word: it has the form that is told, or it is refused. */
export async function askNode<T extends z.ZodType>(
  node: NodeAddress,
  method: string,
  params: readonly unknown[],
  result: T,
  most = usualAnswer,
): Promise<z.output<T>> {
  const answer = Answer.safeParse(
    parse(await post(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), most)),
  )
  if (!answer.success) throw new ChainError('garbage', method)
  if ('error' in answer.data) throw new NodeRefusal(answer.data.error.code, answer.data.error.message)
  const read = result.safeParse(answer.data.result)
  if (!read.success) throw new ChainError('garbage', `${method}: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** POSTs to a node: judged, pinned, no redirects followed, bounded in size and time. */
async function post({ url, allowPrivate, patience }: NodeAddress, body: string, most: number): Promise<string> {
  const signal = AbortSignal.timeout(patience * 1000)
  try {
    await assertReachable(new URL(url), allowPrivate)
    const { http, https } = guardedAgents(allowPrivate)
    const { status, data } = await axios.post<Buffer>(url, body, {
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      signal,
      httpAgent: http,
      httpsAgent: https,
      proxy: false,
      maxRedirects: 0,
      maxContentLength: most,
      responseType: 'arraybuffer',
      validateStatus: () => true,
      transformRequest: (text: string) => text,
    })
    const text = data.toString('utf8')
    // Some say in the body what is wrong, whatever the status.
    if (status !== 200 && !text.startsWith('{')) throw new ChainError('node-refused', `HTTP ${status}`)
    return text
  } catch (error) {
    if (error instanceof ChainError) throw error
    throw signal.aborted ? new ChainError('timed-out') : troubleOf(error)
  }
}

function troubleOf(error: unknown): ChainError {
  const cause = error instanceof AxiosError ? (error.cause ?? error) : error
  if (cause instanceof EgressRefused)
    return cause.reason === 'name-not-found'
      ? new ChainError('unreachable', 'name-not-found')
      : new ChainError('address-refused', cause.reason)
  const { code = '' } = (error instanceof AxiosError ? error : cause) as { code?: string }
  if (code === 'ERR_BAD_RESPONSE' || code === 'ERR_FR_MAX_BODY_LENGTH_EXCEEDED')
    return new ChainError('garbage', 'too long')
  return new ChainError('unreachable', /^\w{1,40}$/.test(code) ? code : '')
}

const bytesIn = (text: string): Bytes => fromHex(text.slice(2))

/** Values as nodes write them. */
export const Quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)
export const Count = Quantity.refine((n) => n <= BigInt(Number.MAX_SAFE_INTEGER)).transform(Number)
export const Data = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/)
  .transform(bytesIn)
export const sized = (length: number) => Data.refine((bytes) => bytes.length === length)
export const Hash32 = sized(32)
