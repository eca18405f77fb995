import { concat, equal, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { digest } from '../signatures/signature.ts'

/** RFC 6962 §2.1: leaves and nodes begin with different bytes, so that neither can stand for the other. */
const [leafMark, nodeMark] = [Uint8Array.of(0), Uint8Array.of(1)]

export const leafHash = (leaf: Uint8Array): Promise<Bytes> => digest('SHA-256', concat(leafMark, leaf))
const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  digest('SHA-256', concat(nodeMark, left, right))

const refuse = (): never => {
  throw new ProofError('log-proof-wrong')
}

/** The root that a proof of inclusion leads to (RFC 9162 §2.1.3.2). Throws where index, size and length of the proof do not fit. */
export async function rootOfInclusion({
  index,
  size,
  leaf,
  proof,
}: {
  index: number
  size: number
  leaf: Uint8Array
  proof: Uint8Array[]
}): Promise<Uint8Array> {
  if (index < 0 || index >= size) return refuse()
  let [at, last] = [index, size - 1]
  let root: Uint8Array = leaf
  for (const hash of proof) {
    if (last === 0) return refuse()
    if (at % 2 === 1 || at === last) {
      root = await nodeHash(hash, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else root = await nodeHash(root, hash)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? root : refuse()
}

// Sizes go beyond 32 bits, where shifts do not.
const half = (n: number) => Math.floor(n / 2)

export interface Grown {
  from: { size: number; root: Uint8Array }
  to: { size: number; root: Uint8Array }
  proof: Uint8Array[]
}

/** That a log only grew between two checkpoints (RFC 9162 §2.1.4.2). Throws where it did not. */
export async function checkConsistency({ from, to, proof }: Grown): Promise<void> {
  if (from.size < 1 || from.size > to.size) return refuse()
  if (from.size === to.size) return proof.length === 0 && equal(from.root, to.root) ? undefined : refuse()
  const hashes = isPower(from.size) ? [from.root, ...proof] : proof
  const [first, ...rest] = hashes
  if (!first) return refuse()
  let [at, last] = [from.size - 1, to.size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  let [older, newer] = [first, first]
  for (const hash of rest) {
    if (last === 0) return refuse()
    if (at % 2 === 1 || at === last) {
      ;[older, newer] = [await nodeHash(hash, older), await nodeHash(hash, newer)]
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else newer = await nodeHash(newer, hash)
    ;[at, last] = [half(at), half(last)]
  }
  if (last !== 0 || !equal(older, from.root) || !equal(newer, to.root)) refuse()
}

/** By its digits: a logarithm is rounded above 2^48. */
const isPower = (n: number) => /^10*$/.test(n.toString(2))
