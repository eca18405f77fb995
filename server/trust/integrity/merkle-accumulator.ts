import { nodeDigest } from '../../kit/audit/audit-chain.ts'
import type { Node } from '../log/merkle-tree.service.ts'

/** State of a Merkle accumulator: roots of the whole subtrees to the left of a place in a tree, the largest first, which is all that is needed to go on from there. */
export interface AccumulatorState {
  size: number
  /** Hexadecimal; one for each bit of the size that is set. */
  roots: string[]
}

export const emptyAccumulator: AccumulatorState = { size: 0, roots: [] }

/** Merkle accumulator: a tree that is built anew from its leaves, and never held; of a million leaves twenty hashes are kept. */
export class MerkleAccumulator {
  #size: number
  readonly #roots: { height: number; hash: Buffer }[]

  constructor({ size, roots }: AccumulatorState) {
    this.#size = size
    const heights = [...size.toString(2)].flatMap((bit, i, all) => (bit === '1' ? [all.length - 1 - i] : []))
    this.#roots = roots.map((hex, i) => ({ height: heights[i]!, hash: Buffer.from(hex, 'hex') }))
  }

  get size() {
    return this.#size
  }

  get state(): AccumulatorState {
    return { size: this.#size, roots: this.#roots.map((r) => r.hash.toString('hex')) }
  }

  /** Appends the hash of a leaf; gives the roots of whole tiles that it completes, level 1 first. */
  append(leafHash: Buffer): Node[] {
    const idx = this.#size++
    const tiles: Node[] = []
    let top = { height: 0, hash: leafHash }
    while (this.#roots.at(-1)?.height === top.height) {
      top = { height: top.height + 1, hash: nodeDigest(this.#roots.pop()!.hash, top.hash) }
      if (top.height % 8 === 0)
        tiles.push({ level: top.height / 8, idx: Math.floor(idx / 2 ** top.height), hash: top.hash })
    }
    this.#roots.push(top)
    return tiles
  }

  /** The root as the tree stands (RFC 6962 §2.1). */
  root(): Buffer {
    return this.#roots.map((r) => r.hash).reduceRight((right, left) => nodeDigest(left, right))
  }
}
