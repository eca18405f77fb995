import { z } from 'zod'
import { equal, fromHex, toHex, type Bytes } from '../../../proof/bytes.ts'
import { openKeccak } from '../../../proof/evm/keccak.ts'
import type { ChainSettings } from './anchors.settings.ts'
import { type ChainAdapter, ChainError, type ChainSession, type Fees, type Found, type Signed } from './adapter.ts'
import { encodeHeader, encodeTransaction, NodeHeader, NodeTransaction } from './evm-encode.ts'
import { askNode, Count, Data, Hash32, largeAnswer, type NodeAddress, NodeRefusal, Quantity } from './json-rpc.ts'
import { readChainKey } from './key-file.ts'
import { proveInTrie } from './prove-in-trie.ts'

const hex = (bytes: Uint8Array): `0x${string}` => `0x${toHex(bytes)}`
const quantity = (n: number | bigint) => `0x${n.toString(16)}`
const gwei = 1_000_000_000

const Receipt = z
  .object({
    transactionHash: Hash32,
    blockHash: Hash32.nullish(),
    blockNumber: Count.nullish(),
    transactionIndex: Count.nullish(),
  })
  .nullable()
const Block = z
  .object({ hash: Hash32.nullable(), parentHash: Hash32, number: Count.nullable(), baseFeePerGas: Quantity.nullish() })
  .nullable()
const FullBlock = NodeHeader.extend({ transactions: z.array(z.unknown()) })

/** What nodes say in place of codes, which they do not share. */
const says = {
  known: /already known|known transaction|already imported|alreadyknown/i,
  poor: /insufficient funds|insufficient balance|doesn'?t have enough funds/i,
  low: /underpriced|fee too low|less than block base fee|gas price below|lower than the minimum|feetoolow/i,
  used: /nonce too low|nonce is too low|oldnonce|already been used/i,
}

/** Gas beyond what a node estimates, and the most that is believed: chains over others count the cost below them in. */
const [gasMargin, mostGas] = [125n, 5_000_000n]

interface Account {
  address: `0x${string}`
  signTransaction(transaction: object): Promise<`0x${string}`>
}

/** Ethereum and whatever speaks like it, by JSON-RPC. */
export function evmAdapter(settings: ChainSettings, allowPrivate: readonly string[]): ChainAdapter {
  const nodes = settings.rpc.map((url): NodeAddress => ({
    url,
    allowPrivate: [...allowPrivate, ...settings.allowPrivate],
    patience: settings.patience,
  }))
  let known: Account | undefined
  return {
    async connect() {
      const account = (known ??= await openAccount(settings))
      const troubles: ChainError[] = []
      for (const [i, node] of nodes.entries()) {
        try {
          await requireChain(node, settings.id)
          return new Session(
            settings,
            node,
            nodes.filter((_, n) => n !== i),
            account,
          )
        } catch (error) {
          troubles.push(asTrouble(error))
        }
      }
      // A node of the wrong chain is the settings' fault, which no waiting mends.
      throw troubles.find((t) => t.code === 'wrong-chain') ?? troubles[0]!
    },
  }
}

const asTrouble = (error: unknown) => (error instanceof ChainError ? error : new ChainError('internal'))

async function openAccount(settings: ChainSettings): Promise<Account> {
  const key = await readChainKey(settings)
  // Loaded where it is needed: with all that it brings along it is large.
  const { privateKeyToAccount } = await import('viem/accounts')
  try {
    return privateKeyToAccount(key) as Account
  } catch {
    // What it says might repeat the key.
    throw new ChainError('key-unreadable', `${settings.keyFile} holds no key of this kind of chain`)
  }
}

async function requireChain(node: NodeAddress, id: number) {
  const found = await askNode(node, 'eth_chainId', [], Quantity)
  if (found !== BigInt(id)) throw new ChainError('wrong-chain', `${found} ≠ ${id}`)
}

class Session implements ChainSession {
  readonly address: string
  readonly #settings: ChainSettings
  readonly #node: NodeAddress
  readonly #others: NodeAddress[]
  readonly #account: Account

  constructor(settings: ChainSettings, node: NodeAddress, others: NodeAddress[], account: Account) {
    this.#settings = settings
    this.#node = node
    this.#others = others
    this.#account = account
    this.address = account.address
  }

  #ask<T extends z.ZodType>(method: string, params: readonly unknown[], result: T, most?: number) {
    return askNode(this.#node, method, params, result, most)
  }

  height = () => this.#ask('eth_blockNumber', [], Count)
  balance = () => this.#ask('eth_getBalance', [this.address, 'latest'], Quantity)
  nonce = (height?: number) =>
    this.#ask('eth_getTransactionCount', [this.address, height === undefined ? 'latest' : quantity(height)], Count)

  async sign(data: Uint8Array, nonce: number, above?: Fees): Promise<Signed> {
    const { fees, isMarket } = await this.#fees(above)
    const gas = await this.#gas(data)
    const [cost, there] = [gas * fees.maxFee, await this.balance()]
    if (there < cost) throw new ChainError('insufficient-funds', `${there} < ${cost}`)
    const to = this.#account.address
    const shared = { chainId: this.#settings.id, nonce, gas, to, value: 0n, data: hex(data) }
    const signed = await this.#account.signTransaction(
      isMarket
        ? { type: 'eip1559', ...shared, maxFeePerGas: fees.maxFee, maxPriorityFeePerGas: fees.tip }
        : { type: 'legacy', ...shared, gasPrice: fees.maxFee },
    )
    const raw = fromHex(signed.slice(2))
    return { raw, hash: (await openKeccak())(raw), nonce, ...fees }
  }

  async #gas(data: Uint8Array): Promise<bigint> {
    const estimate = await this.#ask(
      'eth_estimateGas',
      [{ from: this.address, to: this.address, data: hex(data) }],
      Quantity,
    )
    const gas = (estimate * gasMargin) / 100n
    if (gas > mostGas || estimate < 21_000n) throw new ChainError('garbage', `eth_estimateGas: ${estimate}`)
    return gas
  }

  async #fees(above: Fees | undefined): Promise<{ fees: Fees; isMarket: boolean }> {
    const base = (await this.#ask('eth_getBlockByNumber', ['latest', false], Block))?.baseFeePerGas
    const isMarket = base !== null && base !== undefined
    const asked = isMarket ? await this.#tip() : await this.#ask('eth_gasPrice', [], Quantity)
    const wanted = isMarket ? 2n * base + asked : asked
    const limit = BigInt(Math.round(this.#settings.maxFeeGwei * gwei))
    const maxFee = least(limit, greatest(wanted, raised(above?.maxFee)))
    const tip = isMarket ? least(maxFee, greatest(asked, raised(above?.tip))) : maxFee
    const enough = above
      ? maxFee >= needed(above.maxFee) && tip >= needed(above.tip)
      : maxFee >= (isMarket ? base : asked)
    if (!enough) throw new ChainError('fee-limit', `${wanted} > ${limit}`)
    return { fees: { maxFee, tip }, isMarket }
  }

  /** Nodes of small chains know no tips: then none is given. */
  #tip = () =>
    this.#ask('eth_maxPriorityFeePerGas', [], Quantity).catch((error: unknown) => {
      if (error instanceof NodeRefusal) return 0n
      throw error
    })

  async send({ raw, hash }: Pick<Signed, 'raw' | 'hash'>): Promise<void> {
    try {
      const told = await this.#ask('eth_sendRawTransaction', [hex(raw)], Hash32)
      if (!equal(told, hash)) throw new ChainError('garbage', 'eth_sendRawTransaction')
    } catch (error) {
      if (error instanceof NodeRefusal) refuseOrPass(error)
      else throw error
    }
  }

  async find(hashes: readonly Bytes[]): Promise<Found | undefined> {
    for (const hash of hashes) {
      const receipt = await this.#ask('eth_getTransactionReceipt', [hex(hash)], Receipt)
      if (!receipt) continue
      const { transactionHash, blockHash, blockNumber: height, transactionIndex: index } = receipt
      if (!equal(transactionHash, hash)) throw new ChainError('garbage', 'eth_getTransactionReceipt')
      // A receipt without a block is a promise of one.
      if (!blockHash || typeof height !== 'number' || typeof index !== 'number') continue
      const there = await blockAt(this.#node, height)
      // The node is in the middle of changing its mind, or lies.
      if (!there || !equal(there.hash, blockHash)) throw new ChainError('behind', `${height}`)
      return { hash, blockHash, height, index }
    }
    return undefined
  }

  async settle({ height, blockHash }: Pick<Found, 'height' | 'blockHash'>, blocks: number): Promise<void> {
    let before = blockHash
    // A node that only says a great height has no blocks to show for it.
    for (let next = height + 1; next < height + blocks; next++) {
      const block = await blockAt(this.#node, next)
      if (!block || !equal(block.parentHash, before)) throw new ChainError('behind', `${next}`)
      before = block.hash
    }
    for (const node of this.#others) {
      const there = await otherBlockAt(node, this.#settings.id, height)
      if (there && !equal(there, blockHash))
        throw new ChainError(
          'nodes-disagree',
          `${height}: ${hex(blockHash).slice(0, 12)}… ≠ ${hex(there).slice(0, 12)}…`,
        )
    }
  }

  blockAt = async (height: number) => (await blockAt(this.#node, height))?.hash

  async finalized(): Promise<number | undefined> {
    try {
      return (await this.#ask('eth_getBlockByNumber', ['finalized', false], Block))?.number ?? undefined
    } catch (error) {
      // Nodes that do not know the tag refuse it, each in words of its own, or answer something else.
      if (error instanceof NodeRefusal || (error instanceof ChainError && error.code === 'garbage')) return undefined
      throw error
    }
  }

  async proof(found: Found, raw: Bytes) {
    const { height, blockHash, index } = found
    const keccak = await openKeccak()
    const block = await this.#ask('eth_getBlockByHash', [hex(blockHash), true], FullBlock, largeAnswer)
    const header = await this.#header(block, blockHash)
    const transactions: Bytes[] = []
    for (const [i, told] of block.transactions.entries()) transactions.push(i === index ? raw : await this.#rawOf(told))
    const { root, proof } = proveInTrie(keccak, transactions, index)
    if (!equal(root, block.transactionsRoot)) throw new ChainError('proof-differs', `${height}`)
    return {
      chainId: this.#settings.id,
      blockHash,
      height,
      blockTime: Number(block.timestamp),
      header,
      transactionHash: found.hash,
      transaction: raw,
      index,
      proof,
    }
  }

  /** Put together from its fields; where a fork has fields that are not known here, as the node keeps it. */
  async #header(block: z.output<typeof FullBlock>, blockHash: Bytes): Promise<Bytes> {
    const keccak = await openKeccak()
    const header = encodeHeader(block)
    if (equal(keccak(header), blockHash)) return header
    const raw = await this.#ask('debug_getRawHeader', [quantity(block.number)], Data)
    if (!equal(keccak(raw), blockHash)) throw new ChainError('proof-differs', `${block.number}`)
    return raw
  }

  async #rawOf(told: unknown): Promise<Bytes> {
    const keccak = await openKeccak()
    const named = z.object({ hash: Hash32 }).safeParse(told)
    if (!named.success) throw new ChainError('garbage', 'eth_getBlockByHash')
    const { hash } = named.data
    const known = NodeTransaction.safeParse(told)
    const encoded = known.success ? encodeTransaction(known.data) : undefined
    if (encoded && equal(keccak(encoded), hash)) return encoded
    const raw = await this.#ask('eth_getRawTransactionByHash', [hex(hash)], Data)
    if (!equal(keccak(raw), hash)) throw new ChainError('proof-differs', hex(hash))
    return raw
  }
}

function refuseOrPass(refusal: NodeRefusal) {
  if (says.known.test(refusal.detail)) return
  if (says.poor.test(refusal.detail)) throw new ChainError('insufficient-funds', refusal.detail)
  if (says.low.test(refusal.detail)) throw new ChainError('underpriced', refusal.detail)
  if (says.used.test(refusal.detail)) throw new ChainError('nonce-taken', refusal.detail)
  throw refusal
}

const blockAt = async (node: NodeAddress, height: number) => {
  const block = await askNode(node, 'eth_getBlockByNumber', [quantity(height), false], Block)
  return block?.number === height && block.hash ? { hash: block.hash, parentHash: block.parentHash } : undefined
}

/** What another node holds there; one that is down, behind or of another chain has no say. */
async function otherBlockAt(node: NodeAddress, chainId: number, height: number): Promise<Bytes | undefined> {
  try {
    await requireChain(node, chainId)
    return (await blockAt(node, height))?.hash
  } catch {
    return undefined
  }
}

const greatest = (a: bigint, b: bigint) => (a > b ? a : b)
const least = (a: bigint, b: bigint) => (a < b ? a : b)
/** Nodes take one in another's place that offers a tenth more; some want an eighth. */
const needed = (fee: bigint) => (fee * 9n) / 8n + 1n
const raised = (fee: bigint | undefined) => (fee === undefined ? 0n : (fee * 5n) / 4n + 2n)
