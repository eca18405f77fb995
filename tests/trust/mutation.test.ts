import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { isSoak } from '../kit/randomness.ts'
import { strideOf } from '../kit/sweep/deal.ts'
import { verifierSources } from '../kit/sweep/verifier-sources.ts'
import { blobOf, localAuthority, makeSample, smallContents, statementFor, writeSample } from './sample.ts'
import { seed, seeded } from './seeded.ts'
import { buildZip, entriesOf, replaced, type Entry } from './zip-builder.ts'

/**
 * A flip in one entry leaves most signatures of a package as they were: what was asked with the same key over the same bytes is
 * answered as before. Thousands of verifications ask a dozen each, and that was most of their time.
 */
vi.mock('../../proof/signatures/signature.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../proof/signatures/signature.ts')>()
  const known = new Map<string, Promise<boolean>>()
  const verifySignature: typeof real.verifySignature = (asked) => {
    const parts = [asked.spki, asked.algorithm.raw, new TextEncoder().encode(asked.hash), asked.signature, asked.data]
    const key = createHash('sha256')
      .update(parts.map((p) => p.length).join())
      .update(Buffer.concat(parts))
      .digest('base64')
    const answer = known.get(key) ?? real.verifySignature(asked)
    known.set(key, answer)
    return answer
  }
  return { ...real, verifySignature }
})

/**
 * Flips one bit of every byte of each entry up to 4 KB, and of 500 bytes of larger ones. In `npm test` one byte of `stride`
 * stands for its neighbours; `npm run soak` takes them all (minutes). What a ZIP writer may choose freely without touching
 * content (dates, CRC-32, permissions, version fields) is outside: digests cover the content instead.
 */
const small = 4096
const stride = strideOf(7, verifierSources)
const random = seeded(seed)
let entries: Entry[]

beforeAll(async () => {
  console.log(`mutation sweep: seed ${seed}, ${isSoak ? 'every byte' : `one byte of ${stride}`}`)
  const sample = await makeSample(await localAuthority(), statementFor(smallContents))
  entries = await entriesOf((await writeSample(sample, smallContents)).bytes)
})

function positions(length: number): number[] {
  if (length > small) return Array.from({ length: isSoak ? 500 : Math.round(420 / stride) }, () => random(length))
  const all = Array.from({ length }, (_, i) => i)
  const offset = random(stride)
  return isSoak ? all : all.filter((i) => i % stride === offset % Math.max(1, Math.min(stride, length)))
}

const flipped = (bytes: Uint8Array, at: number) => {
  const changed = new Uint8Array(bytes)
  changed[at]! ^= 1 << random(8)
  return changed
}

async function survivors(path: string): Promise<number[]> {
  const bytes = entries.find((e) => e[0] === path)![1]
  const alive: number[] = []
  // Chosen beforehand: the seed decides them, not which verification ends first.
  const left = positions(bytes.length).map((at) => ({ at, changed: flipped(bytes, at) }))
  // A verification waits for keys and digests most of its time: several at once are the same work in less time.
  const some = async () => {
    for (let flip = left.pop(); flip; flip = left.pop()) {
      const { verdict } = await verifyPackage(blobOf(buildZip(replaced(entries, path, flip.changed))))
      if (verdict !== 'invalid') alive.push(flip.at)
    }
  }
  await Promise.all(Array.from({ length: 4 }, some))
  return alive
}

describe('one flipped bit', () => {
  it(
    'is noticed wherever it is',
    async () => {
      for (const [path] of entries) expect({ path, unnoticed: await survivors(path) }).toEqual({ path, unnoticed: [] })
    },
    isSoak ? 1_800_000 : 240_000,
  )
})
