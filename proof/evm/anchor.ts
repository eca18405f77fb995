import canonicalize from 'canonicalize'
import { equal, fromHex, fromUtf8, toHex, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { readSignedCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts'
import { checkCalldata } from './calldata.ts'
import { readHeader } from './header.ts'
import { openKeccak } from './keccak.ts'
import { writeInteger } from './rlp.ts'
import { readTransaction } from './transaction.ts'
import { readFromTrie } from './trie.ts'

const type = 'shimakaze-chain-anchor'
const version = 1

/** All that is needed to see, without asking anybody, that a block holds a checkpoint. */
export interface AnchorRecord {
  /** The signed note, as it was anchored. */
  checkpoint: string
  chainId: number
  blockHash: Bytes
  height: number
  /** Seconds since 1970. */
  blockTime: number
  header: Bytes
  transactionHash: Bytes
  transaction: Bytes
  /** The transaction's place in its block. */
  index: number
  /** Nodes of the block's transaction trie, from the root down. */
  proof: Bytes[]
}

/** Who trusts that this block belongs to the chain trusts that the checkpoint existed when it was made. */
export interface Anchor {
  chainId: number
  height: number
  blockHash: string
  blockTime: string
  transactionHash: string
  checkpoint: SignedCheckpoint
  /** The signed note of the record, as it stands there. */
  note: string
}

const fail = (what: string): never => {
  throw new ProofError('bad-anchor', { what })
}

export const maxAnchorSize = 256 * 1024
/** A trie over a block's transactions is never this deep. */
const maxNodes = 16

const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`

/** The one form of a record: canonical JSON (RFC 8785). */
export function anchorBytes(r: AnchorRecord): Bytes {
  const { checkpoint, chainId, height, index } = r
  return utf8(
    canonicalize({
      type,
      version,
      checkpoint,
      chainId,
      height,
      index,
      blockHash: hex(r.blockHash),
      blockTime: instantOf(r.blockTime),
      header: hex(r.header),
      transactionHash: hex(r.transactionHash),
      transaction: hex(r.transaction),
      proof: r.proof.map(hex),
    })!,
  )
}

const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const names = [
  'blockHash',
  'blockTime',
  'chainId',
  'checkpoint',
  'header',
  'height',
  'index',
  'proof',
  'transaction',
  'transactionHash',
  'type',
  'version',
] as const

/** Reads a record; what it says is not verified yet. */
export function readAnchor(bytes: Uint8Array): AnchorRecord {
  if (bytes.length > maxAnchorSize) fail('size')
  const value = parse(bytes)
  if (Object.keys(value).toSorted().join() !== names.join()) fail('members')
  if (value['type'] !== type || value['version'] !== version) fail('version')
  const record: AnchorRecord = {
    checkpoint: textOf(value['checkpoint'], 'checkpoint'),
    chainId: countOf(value['chainId'], 'chainId'),
    height: countOf(value['height'], 'height'),
    index: countOf(value['index'], 'index'),
    blockHash: hashOf(value['blockHash'], 'blockHash'),
    blockTime: timeOf(value['blockTime']),
    header: bytesOf(value['header'], 'header'),
    transactionHash: hashOf(value['transactionHash'], 'transactionHash'),
    transaction: bytesOf(value['transaction'], 'transaction'),
    proof: nodesOf(value['proof']),
  }
  if (!equal(anchorBytes(record), bytes)) fail('canonical')
  return record
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(fromUtf8(bytes))
  } catch {
    return fail('json')
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail('json')
}

const textOf = (value: unknown, what: string): string =>
  typeof value === 'string' && value.isWellFormed() ? value : fail(what)
const countOf = (value: unknown, what: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : fail(what)
const bytesOf = (value: unknown, what: string): Bytes =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/.test(value) ? fromHex(value.slice(2)) : fail(what)

function hashOf(value: unknown, what: string): Bytes {
  const bytes = bytesOf(value, what)
  return bytes.length === 32 ? bytes : fail(what)
}

function timeOf(value: unknown): number {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1000 : Number.NaN
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : fail('blockTime')
}

const nodesOf = (value: unknown): Bytes[] =>
  Array.isArray(value) && value.length > 0 && value.length <= maxNodes
    ? value.map((node) => bytesOf(node, 'proof'))
    : fail('proof')

/**
 * Recomputes everything from the checkpoint to the block's hash; where a note is given, the record must be of the same checkpoint.
 * Whether that block belongs to the chain cannot be computed: it is looked up wherever the reader trusts.
 */
export async function verifyAnchor(bytes: Uint8Array, note?: Uint8Array): Promise<Anchor> {
  const record = readAnchor(bytes)
  const checkpoint = readSignedCheckpoint(utf8(record.checkpoint))
  if (note && readSignedCheckpoint(note).text !== checkpoint.text) throw new ProofError('anchor-of-other-checkpoint')
  const keccak = await openKeccak()
  const { transactionsRoot, height, time } = readHeader(record.header)
  const { chainId, data } = readTransaction(record.transaction)
  await checkCalldata(data, checkpoint)
  if (!equal(readFromTrie(keccak, transactionsRoot, writeInteger(record.index), record.proof), record.transaction))
    throw new ProofError('anchor-not-in-block')
  const same: [boolean, string][] = [
    [chainId === record.chainId, 'chainId'],
    [height === record.height, 'height'],
    [time === record.blockTime, 'blockTime'],
    [equal(keccak(record.header), record.blockHash), 'blockHash'],
    [equal(keccak(record.transaction), record.transactionHash), 'transactionHash'],
  ]
  for (const [fits, what] of same) if (!fits) throw new ProofError('anchor-differs', { what })
  return {
    chainId,
    height,
    blockHash: hex(record.blockHash),
    blockTime: instantOf(time),
    transactionHash: hex(record.transactionHash),
    checkpoint,
    note: record.checkpoint,
  }
}
