import { createHash } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fromHex, utf8, type Bytes } from '../../../proof/bytes.ts'
import { anchorBytes, type AnchorRecord } from '../../../proof/evm/anchor.ts'
import { calldataOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { openKeccak } from '../../../proof/evm/keccak.ts'
import { writeInteger, writeList, writeString } from '../../../proof/evm/rlp.ts'
import { proveInTrie } from '../../../server/trust/anchors/prove-in-trie.ts'

/** A signed checkpoint as the log writes one; its signature is for others to judge. */
export function noteOf(size: number, origin = 'log.example.com/2026'): Bytes {
  const root = createHash('sha256').update(`${origin} ${size}`).digest('base64')
  return utf8(`${origin}\n${size}\n${root}\n\n— ${origin} ${Buffer.alloc(68, size % 256).toString('base64')}\n`)
}

export const fromHexed = (text: string) => fromHex(text.slice(2))

type Kind = 'legacy' | 'eip2930' | 'eip1559'
const common = { gas: 30_000n, value: 0n, to: '0x00000000000000000000000000000000000000aa' } as const
const account = privateKeyToAccount(generatePrivateKey())

export async function signedTransaction(kind: Kind, chainId: number, nonce: number, data: Uint8Array): Promise<Bytes> {
  const shared = { ...common, chainId, nonce, data: `0x${Buffer.from(data).toString('hex')}` } as const
  if (kind === 'eip1559')
    return fromHexed(
      await account.signTransaction({
        type: 'eip1559',
        ...shared,
        maxFeePerGas: 9_000_000_000n,
        maxPriorityFeePerGas: 1n,
      }),
    )
  if (kind === 'eip2930')
    return fromHexed(await account.signTransaction({ type: 'eip2930', ...shared, gasPrice: 9n, accessList: [] }))
  return fromHexed(await account.signTransaction({ type: 'legacy', ...shared, gasPrice: 9n }))
}

/** A header as forks left them: the first had 15 fields. */
export function headerOf(root: Uint8Array, height: number, time: number, more: Bytes[] = []): Bytes {
  const zeros = (n: number) => writeString(new Uint8Array(n).fill(7))
  return writeList(
    zeros(32),
    zeros(32),
    zeros(20),
    zeros(32),
    writeString(root),
    zeros(32),
    zeros(256),
    writeInteger(0),
    writeInteger(height),
    writeInteger(30_000_000),
    writeInteger(21_000),
    writeInteger(time),
    writeString(utf8('test')),
    zeros(32),
    zeros(8),
    ...more,
  )
}
/** What later forks put behind: base fee, withdrawals, blob gas and its excess, beacon root, requests. */
export const laterFields = [
  writeInteger(7),
  writeString(new Uint8Array(32).fill(1)),
  writeInteger(0),
  writeInteger(0),
  writeString(new Uint8Array(32).fill(2)),
  writeString(new Uint8Array(32).fill(3)),
]

export interface Wish {
  kind?: Kind
  chainId?: number
  /** Transactions in the block, and which of them is ours. */
  count?: number
  index?: number
  fields?: Bytes[]
  data?: Uint8Array
}

/** A record over a block that was made up here: nobody can tell without asking a chain. */
export async function sampleRecord(
  note: Bytes,
  { kind = 'eip1559', chainId = 31_337, count = 1, index = 0, fields = laterFields, data }: Wish = {},
): Promise<AnchorRecord> {
  const keccak = await openKeccak()
  const ours = await signedTransaction(kind, chainId, 3, data ?? (await calldataOf(readSignedCheckpoint(note))))
  const others = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      signedTransaction((['legacy', 'eip2930', 'eip1559'] as const)[i % 3]!, chainId, i, utf8(`other ${i}`)),
    ),
  )
  const transactions = others.map((raw, i) => (i === index ? ours : raw))
  const { root, proof } = proveInTrie(keccak, transactions, index)
  const [height, blockTime] = [19_000_000, 1_795_000_000]
  const header = headerOf(root, height, blockTime, fields)
  return {
    checkpoint: new TextDecoder().decode(note),
    chainId,
    blockHash: keccak(header),
    height,
    blockTime,
    header,
    transactionHash: keccak(ours),
    transaction: ours,
    index,
    proof,
  }
}

export const sampleBytes = async (note: Bytes, wish: Wish = {}) => anchorBytes(await sampleRecord(note, wish))
