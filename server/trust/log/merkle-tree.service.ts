import { leafDigest, merkleRoot, nodeDigest } from '../../kit/audit/audit-chain.ts'

export const tileWidth = 256

/** Hashes of one level from `from`, as many as there are up to `count`, within one tile. */
export type ReadNodes = (level: number, from: number, count: number) => Promise<readonly Buffer[]>

const splitOf = (count: number) => 2 ** (Math.ceil(Math.log2(count)) - 1)

/** The root over leaves from `from` to before `to`, as the tree of RFC 6962 has it: `from` is where a subtree begins. */
export async function rangeHash(read: ReadNodes, from: number, to: number): Promise<Buffer> {
  const count = to - from
  const bits = Math.log2(count)
  if (Number.isInteger(bits)) {
    const level = Math.floor(bits / 8)
    const unit = tileWidth ** level
    return merkleRoot(await read(level, from / unit, count / unit))
  }
  const split = from + splitOf(count)
  return nodeDigest(...(await both(rangeHash(read, from, split), rangeHash(read, split, to))))
}

/** Everything is asked for before anything is waited for, so that whoever reads can look it all up at once. */
const both = (left: Promise<Buffer>, right: Promise<Buffer>) => Promise.all([left, right])

/** From the leaf upwards (RFC 9162 §2.1.3.1). */
export async function inclusionProof(read: ReadNodes, index: number, size: number): Promise<Buffer[]> {
  const proof: Promise<Buffer>[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const split = from + splitOf(to - from)
    const [left, right] = [
      [from, split],
      [split, to],
    ] as const
    const [inside, beside] = index < split ? [left, right] : [right, left]
    proof.unshift(rangeHash(read, beside[0], beside[1]))
    ;[from, to] = inside
  }
  return Promise.all(proof)
}

/** That the tree of `size` leaves begins with the one of `older` (RFC 9162 §2.1.4.1). */
export async function consistencyProof(read: ReadNodes, older: number, size: number): Promise<Buffer[]> {
  const proof: Promise<Buffer>[] = []
  let [from, to] = [0, size]
  let whole = true
  while (to !== older) {
    const split = from + splitOf(to - from)
    if (older <= split) {
      proof.unshift(rangeHash(read, split, to))
      to = split
    } else {
      proof.unshift(rangeHash(read, from, split))
      ;[from, whole] = [split, false]
    }
  }
  return Promise.all(whole ? proof : [rangeHash(read, from, to), ...proof])
}

export interface Node {
  level: number
  idx: number
  hash: Buffer
}

export interface Grown {
  size: number
  root: Buffer
  /** To be kept beside those that are there. */
  nodes: Node[]
}

/** Appends leaves to a tree of `size`. Whole tiles give a hash to the level above. */
export async function grow(read: ReadNodes, size: number, leaves: readonly Uint8Array[]): Promise<Grown> {
  const added = new Map<number, { from: number; hashes: Buffer[] }>([
    [0, { from: size, hashes: leaves.map(leafDigest) }],
  ])
  // What was kept comes first, then what is new.
  const readBoth: ReadNodes = async (level, from, count) => {
    const fresh = added.get(level)
    if (!fresh || from + count <= fresh.from) return read(level, from, count)
    const kept = from < fresh.from ? await read(level, from, fresh.from - from) : []
    return [...kept, ...fresh.hashes.slice(Math.max(0, from - fresh.from), from + count - fresh.from)]
  }
  for (let level = 0; ; level++) {
    const below = added.get(level)!
    const [first, end] = [
      Math.floor(below.from / tileWidth),
      Math.floor((below.from + below.hashes.length) / tileWidth),
    ]
    if (first === end) break
    const hashes: Buffer[] = []
    for (let tile = first; tile < end; tile++)
      hashes.push(merkleRoot(await readBoth(level, tile * tileWidth, tileWidth)))
    added.set(level + 1, { from: first, hashes })
  }
  const total = size + leaves.length
  return {
    size: total,
    root: await rangeHash(readBoth, 0, total),
    nodes: [...added].flatMap(([level, { from, hashes }]) => hashes.map((hash, i) => ({ level, idx: from + i, hash }))),
  }
}
