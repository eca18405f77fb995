import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkConsistency, rootOfInclusion } from '../../../proof/log/merkle.ts'
import { leafDigest } from '../../../server/kit/audit/audit-chain.ts'
import {
  consistencyProof,
  grow,
  inclusionProof,
  type ReadNodes,
  rangeHash,
} from '../../../server/trust/log/merkle-tree.service.ts'
import { seed, seeded } from '../seeded.ts'

/** A tree that is grown in batches, as the log grows; nodes lie in memory. */
async function treeOf(leaves: Uint8Array[], batch = leaves.length): Promise<ReadNodes> {
  const kept = new Map<string, Buffer>()
  const read: ReadNodes = (level, from, count) =>
    Promise.resolve(
      Array.from({ length: count }, (_, i) => kept.get(`${level}/${from + i}`)).filter((h) => h !== undefined),
    )
  for (let at = 0; at < leaves.length; at += batch) {
    const { nodes } = await grow(read, at, leaves.slice(at, at + batch))
    for (const { level, idx, hash } of nodes) kept.set(`${level}/${idx}`, hash)
  }
  return read
}

/** RFC 6962 §2.1 as it is written there. */
function rootByDefinition(leaves: Uint8Array[]): Buffer {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (leaves.length === 1) return hash(Buffer.of(0), leaves[0]!)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hash(Buffer.of(1), rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)))
}

const some = (count: number) => Array.from({ length: count }, (_, i) => Buffer.from(`leaf ${i}`))

describe('the tree', () => {
  it('has the roots that certificate transparency published for its eight leaves', async () => {
    const leaves = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ].map((hex) => Buffer.from(hex, 'hex'))
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]
    const read = await treeOf(leaves)
    for (const [i, root] of roots.entries()) expect((await rangeHash(read, 0, i + 1)).toString('hex')).toBe(root)
  })

  it('is the same however it was grown, beyond several tiles', async () => {
    const leaves = some(1_300)
    const whole = rootByDefinition(leaves)
    for (const batch of [1_300, 257, 256, 100, 1])
      expect(await rangeHash(await treeOf(leaves, batch), 0, leaves.length)).toEqual(whole)
    const read = await treeOf(leaves, 77)
    for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 1_023, 1_024, 1_299])
      expect(await rangeHash(read, 0, size)).toEqual(rootByDefinition(leaves.slice(0, size)))
  })

  it('goes on into a third level', async () => {
    const leaves = some(66_000)
    const read = await treeOf(leaves, 4_096)
    const root = rootByDefinition(leaves)
    expect(await rangeHash(read, 0, leaves.length)).toEqual(root)
    expect(await read(2, 0, 1)).toHaveLength(1)
    for (const index of [0, 65_535, 65_536, 65_999]) {
      const proof = await inclusionProof(read, index, leaves.length)
      expect(
        Buffer.from(await rootOfInclusion({ index, size: leaves.length, leaf: leafDigest(leaves[index]!), proof })),
      ).toEqual(root)
    }
  })
})

describe('proofs', () => {
  const leaves = some(600)

  it('lead every leaf of every small tree to its root, and no other leaf', async () => {
    const read = await treeOf(leaves.slice(0, 40), 7)
    for (let size = 1; size <= 40; size++) {
      const root = rootByDefinition(leaves.slice(0, size))
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(read, index, size)
        const rootFrom = (changed: object) =>
          rootOfInclusion({ index, size, leaf: leafDigest(leaves[index]!), proof, ...changed }).then(
            (r) => Buffer.from(r).equals(root),
            () => false,
          )
        expect(await rootFrom({})).toBe(true)
        const wrong = [
          { index: index + 1 },
          { index: index - 1 },
          { leaf: leafDigest(Buffer.from('another')) },
          { proof: [...proof, leafDigest(Buffer.from('x'))] },
          ...(proof.length ? [{ proof: proof.slice(1) }, { proof: proof.slice(0, -1) }] : []),
        ]
        for (const changed of wrong)
          expect({ size, index, changed: Object.keys(changed), holds: await rootFrom(changed) }).toMatchObject({
            holds: false,
          })
      }
    }
  })

  it(`hold at random, and no hash of them may differ (seed ${seed})`, async () => {
    const random = seeded(seed)
    const read = await treeOf(leaves, 131)
    for (let i = 0; i < 200; i++) {
      const size = 1 + random(600)
      const index = random(size)
      const root = rootByDefinition(leaves.slice(0, size))
      const proof = await inclusionProof(read, index, size)
      const leaf = leafDigest(leaves[index]!)
      expect(Buffer.from(await rootOfInclusion({ index, size, leaf, proof }))).toEqual(root)
      if (!proof.length) continue
      const at = random(proof.length)
      const bad = proof.map((h, n) => (n === at ? Buffer.from(h.map((b, k) => (k === random(32) ? b ^ 1 : b))) : h))
      if (!bad[at]!.equals(proof[at]!))
        expect(Buffer.from(await rootOfInclusion({ index, size, leaf, proof: bad })).equals(root)).toBe(false)
    }
  })

  it('show that a log only grew, and that one did not', async () => {
    const read = await treeOf(leaves.slice(0, 70), 9)
    const roots = Array.from({ length: 71 }, (_, size) =>
      size ? rootByDefinition(leaves.slice(0, size)) : Buffer.alloc(32),
    )
    const other = rootByDefinition(leaves.slice(1, 41))
    for (let from = 1; from <= 70; from++) {
      for (let to = from; to <= 70; to++) {
        const proof = await consistencyProof(read, from, to)
        await expect(
          checkConsistency({ from: { size: from, root: roots[from]! }, to: { size: to, root: roots[to]! }, proof }),
        ).resolves.toBeUndefined()
        for (const bad of [
          { from: { size: from, root: other }, to: { size: to, root: roots[to]! }, proof },
          { from: { size: from, root: roots[from]! }, to: { size: to, root: other }, proof },
          { from: { size: from, root: roots[from]! }, to: { size: to, root: roots[to]! }, proof: [...proof, other] },
        ])
          await expect(checkConsistency(bad)).rejects.toMatchObject({ code: 'log-proof-wrong' })
      }
    }
    await expect(
      checkConsistency({ from: { size: 0, root: roots[0]! }, to: { size: 5, root: roots[5]! }, proof: [] }),
    ).rejects.toMatchObject({ code: 'log-proof-wrong' })
  })
})

it('shows growth of a log that is larger than a logarithm tells apart', async () => {
  const node = (left: Uint8Array, right: Uint8Array) =>
    createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
  const [before, one, two] = [1, 2, 3].map((n) => createHash('sha256').update(Buffer.of(n)).digest()) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const size = 2 ** 49 + 1
  const grown = {
    from: { size, root: node(before, one) },
    to: { size: size + 1, root: node(before, node(one, two)) },
    proof: [one, two, before],
  }
  await checkConsistency(grown)
  await expect(checkConsistency({ ...grown, proof: [one, before, two] })).rejects.toThrow()
})

it('asks for all that a proof takes before it is given anything, so that one look is enough', async () => {
  const size = 1_000_003
  const asked: number[] = []
  const answer = Promise.withResolvers<void>()
  const read: ReadNodes = async (_, __, count) => {
    asked.push(count)
    await answer.promise
    return Array.from({ length: count }, () => Buffer.alloc(32, 1))
  }
  const proofs = [inclusionProof(read, 123_456, size), consistencyProof(read, 123_456, size), rangeHash(read, 0, size)]
  const [before, hashes] = [asked.length, await (answer.resolve(), Promise.all(proofs))]
  expect(before).toBeGreaterThan(40)
  expect(asked).toHaveLength(before)
  expect(hashes[0]).toHaveLength(20)
})
