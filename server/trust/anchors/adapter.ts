import type { ChainTrouble } from '../../../contract/trust/anchors.ts'
import type { Bytes } from '../../../proof/bytes.ts'
import type { AnchorRecord } from '../../../proof/evm/anchor.ts'

/** What keeps a chain from going on. `detail` is for staff; it may hold what a node said, never an address of one. */
export class ChainError extends Error {
  readonly code: ChainTrouble
  readonly detail: string

  constructor(code: ChainTrouble, detail = '') {
    super(`${code} ${detail}`.trim())
    this.code = code
    this.detail = detail.replaceAll(/\p{C}+/gu, ' ').slice(0, 200)
  }
}

/** What a transaction may cost for each unit of gas, in the chain's smallest coin. */
export interface Fees {
  maxFee: bigint
  tip: bigint
}

/** Signed and not sent yet: sent again it is the same transaction. */
export interface Signed extends Fees {
  hash: Bytes
  raw: Bytes
  nonce: number
}

/** A transaction in a block of the chain as a node sees it now. */
export interface Found {
  hash: Bytes
  blockHash: Bytes
  height: number
  index: number
}

/** A node that answers and is of the right chain. */
export interface ChainSession {
  /** Whose money is spent. */
  readonly address: string
  height(): Promise<number>
  balance(): Promise<bigint>
  /** The number that the account's next transaction bears: as of the newest block, or of an earlier one. */
  nonce(height?: number): Promise<number>
  /** Signs what writes `data`, for more than `above` where another of the same number was sent. */
  sign(data: Uint8Array, nonce: number, above?: Fees): Promise<Signed>
  /** Says nothing where the node has it already. */
  send(signed: Pick<Signed, 'raw' | 'hash'>): Promise<void>
  /** The one of these transactions that a block holds. */
  find(hashes: readonly Bytes[]): Promise<Found | undefined>
  /** Refuses where so many blocks do not follow one another from this one on, or where another of the nodes holds a different one there. */
  settle(block: Pick<Found, 'height' | 'blockHash'>, blocks: number): Promise<void>
  /** The hash of the block that the node has at a height now; undefined where it has none. */
  blockAt(height: number): Promise<Bytes | undefined>
  /** The height up to which the chain says that nothing changes any more; undefined where it does not say. */
  finalized(): Promise<number | undefined>
  /** All of a record but the checkpoint. */
  proof(found: Found, raw: Bytes): Promise<Omit<AnchorRecord, 'checkpoint'>>
}

/** A kind of chain. Another kind is another implementation, and a name in `chainModes`. */
export interface ChainAdapter {
  connect(): Promise<ChainSession>
}
