import { equal, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import type { Keccak } from './keccak.ts'
import { itemsOf, readRlp, type Rlp, stringOf } from './rlp.ts'

const fail = (what: string): never => {
  throw new ProofError('bad-trie-proof', { what })
}

export const nibblesOf = (bytes: Uint8Array): number[] => Array.from(bytes).flatMap((b) => [b >> 4, b & 15])

/**
 * The value that a Merkle-Patricia trie holds under a key (yellow paper, appendix D), by the nodes from the root down.
 * All of them are needed, in this order, and none besides.
 */
export function readFromTrie(keccak: Keccak, root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]): Bytes {
  const left = [...proof]
  let path = nibblesOf(key)
  let node = nodeOf(nextOf(keccak, left, root))
  for (;;) {
    const { child, taken } = node.length === 17 ? branch(node, path) : pathNode(node, path)
    path = path.slice(taken)
    if (child.isValue) return left.length || path.length ? fail('not-needed') : child.value
    node = follow(keccak, left, child.reference)
  }
}

function nextOf(keccak: Keccak, left: Uint8Array[], hash: Uint8Array): Uint8Array {
  const next = left.shift() ?? fail('missing')
  return equal(keccak(next), hash) ? next : fail('hash')
}

/** A transaction is longer than a hash, and so is every node on the way to it: none stands inside another. */
function follow(keccak: Keccak, left: Uint8Array[], reference: Rlp): Rlp[] {
  const hash = stringOf(reference, 'node')
  if (hash.length !== 32) fail('absent')
  return nodeOf(nextOf(keccak, left, hash))
}

const nodeOf = (bytes: Uint8Array): Rlp[] =>
  itemsOf(readRlp(bytes), 'node').map((child) => (child.items ? fail('node') : child))

type Child = { isValue: true; value: Bytes } | { isValue: false; reference: Rlp }

function branch(node: Rlp[], path: number[]): { child: Child; taken: number } {
  const [first] = path
  if (first !== undefined) return { child: { isValue: false, reference: node[first]! }, taken: 1 }
  const value = stringOf(node[16], 'node')
  return value.length ? { child: { isValue: true, value }, taken: 0 } : fail('absent')
}

function pathNode(node: Rlp[], path: number[]): { child: Child; taken: number } {
  if (node.length !== 2) fail('node')
  const { nibbles, isLeaf } = readPath(stringOf(node[0], 'node'))
  if (nibbles.some((n, i) => n !== path[i])) fail('absent')
  if (!isLeaf)
    return nibbles.length ? { child: { isValue: false, reference: node[1]! }, taken: nibbles.length } : fail('node')
  return { child: { isValue: true, value: stringOf(node[1], 'node') }, taken: nibbles.length }
}

/** Hex-prefix encoding: the first nibble says whether a leaf follows and whether the count is odd. */
function readPath(bytes: Bytes): { nibbles: number[]; isLeaf: boolean } {
  const [flag = fail('node'), pad, ...rest] = nibblesOf(bytes)
  if (flag > 3 || (flag % 2 === 0 && pad !== 0)) fail('node')
  return { isLeaf: flag >= 2, nibbles: flag % 2 ? [pad!, ...rest] : rest }
}
