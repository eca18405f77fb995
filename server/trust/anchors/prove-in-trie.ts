import type { Bytes } from '../../../proof/bytes.ts'
import type { Keccak } from '../../../proof/evm/keccak.ts'
import { writeInteger, writeList, writeString } from '../../../proof/evm/rlp.ts'
import { nibblesOf } from '../../../proof/evm/trie.ts'

interface Pair {
  path: number[]
  value: Bytes
  isWanted: boolean
}

const empty = writeString(new Uint8Array())

/** The trie over a block's transactions, and the nodes that lead to one of them, from the root down. */
export function proveInTrie(
  keccak: Keccak,
  transactions: readonly Bytes[],
  index: number,
): { root: Bytes; proof: Bytes[] } {
  const proof: Bytes[] = []
  const root = build(
    transactions.map((value, i) => ({ path: nibblesOf(writeInteger(i)), value, isWanted: i === index })),
  )
  if (root.length < 32) proof.push(root)
  return { root: keccak(root), proof: proof.toReversed() }

  function build(pairs: Pair[]): Bytes {
    const raw = nodeOf(pairs)
    // A shorter node stands in its parent.
    if (raw.length >= 32 && pairs.some((p) => p.isWanted)) proof.push(raw)
    return raw
  }

  function nodeOf(pairs: Pair[]): Bytes {
    const [first, ...more] = pairs
    if (first && !more.length) return writeList(writePath(first.path, true), writeString(first.value))
    const shared = sharedBy(pairs)
    if (shared) return writeList(writePath(first!.path.slice(0, shared), false), referenceTo(pairs, shared))
    const below = Array.from({ length: 16 }, (_, n) => pairs.filter((p) => p.path[0] === n))
    const ended = pairs.find((p) => !p.path.length)
    return writeList(
      ...below.map((some) => (some.length ? referenceTo(some, 1) : empty)),
      ended ? writeString(ended.value) : empty,
    )
  }

  function referenceTo(pairs: Pair[], taken: number): Bytes {
    const raw = build(pairs.map((p) => ({ ...p, path: p.path.slice(taken) })))
    return raw.length < 32 ? raw : writeString(keccak(raw))
  }
}

function sharedBy(pairs: Pair[]): number {
  const [first] = pairs
  let n = 0
  while (first && n < first.path.length && pairs.every((p) => p.path[n] === first.path[n])) n++
  return n
}

function writePath(path: number[], isLeaf: boolean): Bytes {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2)
  const nibbles = path.length % 2 ? [flag, ...path] : [flag, 0, ...path]
  return writeString(
    Uint8Array.from({ length: nibbles.length / 2 }, (_, i) => nibbles[2 * i]! * 16 + nibbles[2 * i + 1]!),
  )
}
