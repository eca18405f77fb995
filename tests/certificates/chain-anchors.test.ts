import { beforeAll, describe, expect, it } from 'vitest'
import { utf8 } from '../../proof/bytes.ts'
import { verifyPackage } from '../../proof/bundle.ts'
import { anchorBytes, type AnchorRecord } from '../../proof/evm/anchor.ts'
import { anchorPaths } from '../../proof/package/appended-entries.ts'
import { toHex } from '../../proof/bytes.ts'
import type { LaterProof } from '../../server/evidence/packages/later-proofs.read.ts'
import { sampleRecord, type Wish } from '../trust/anchors/sample.ts'
import { isSoak, sized } from '../kit/randomness.ts'
import { strideOf } from '../kit/sweep/deal.ts'
import { verifierSources } from '../kit/sweep/verifier-sources.ts'
import { requireTool } from '../kit/outside/tools.ts'
import {
  blobOf,
  fixedClock,
  localAuthority,
  logSample,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
  type Sample,
} from '../trust/sample.ts'
import { seed, seeded } from '../trust/seeded.ts'
import { buildZip, entriesOf, replaced, type Entry } from '../trust/zip-builder.ts'
import { byProgram, byScript, bytesOf, deliver, runUnpacked, script, wrongBehindTheSeal } from './verifiers.ts'

const hasTools = requireTool('dash') && requireTool('openssl') && requireTool('sha256sum')
const path = anchorPaths(31_337)
let sample: Sample
let record: AnchorRecord
let proofs: LaterProof[]
let entries: Entry[]

/** What a chain gave of a checkpoint that came some leaves after the evidence. */
async function anchored(of: Sample, wish: Wish = {}, leaves = 40) {
  const { note, proof } = await logSample(of, leaves)
  const made = await sampleRecord(note, wish)
  const paths = anchorPaths(made.chainId)
  return {
    made,
    later: [
      { path: paths.record, bytes: anchorBytes(made) },
      { path: paths.proof, bytes: proof },
    ],
  }
}

async function packageWith(of: Sample, later: LaterProof[]): Promise<Entry[]> {
  return entriesOf(await bytesOf((await deliver((await writeSample(of, smallContents)).bytes, later)).open()))
}

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  const { made, later } = await anchored(sample, { count: 40, index: 23 })
  ;[record, proofs] = [made, later]
  entries = await packageWith(sample, proofs)
})

const judge = (list: Entry[], blocks: string[] = []) => verifyPackage(blobOf(buildZip(list)), { blocks })
const reasonsOf = async (list: Entry[]) =>
  (await judge(list)).facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)
const hash = () => `0x${toHex(record.blockHash)}`

describe('a package with an anchor in a chain', () => {
  it('tells the block that holds it, proven for whoever found that block elsewhere', async () => {
    const open = await judge(entries)
    expect(open.verdict).toBe('valid')
    const fact = {
      code: 'anchored',
      dependsOn: 'chain',
      time: new Date(record.blockTime * 1000).toISOString(),
      detail: {
        chain: 31_337,
        height: record.height,
        block: hash(),
        transaction: `0x${toHex(record.transactionHash)}`,
      },
    }
    expect(open.facts.find((f) => f.code === 'anchored')).toEqual({ ...fact, status: 'unavailable' })
    expect(
      (await judge(entries, [hash().toUpperCase().replace('X', 'x')])).facts.find((f) => f.code === 'anchored'),
    ).toEqual({ ...fact, status: 'proven' })
    expect((await judge(entries, [`0x${'0'.repeat(64)}`])).facts.find((f) => f.code === 'anchored')!.status).toBe(
      'unavailable',
    )
  })

  it('is told by the program and by the script with the hash to look up', () => {
    const said = byProgram(entries)
    expect(said.text).toContain(hash())
    expect(said.text).toContain('Look block')
    expect(said.text).not.toMatch(/fact\.|cli\.|reason\./)
    expect(said.ok).toBe(true)
    expect(byProgram(entries, '--block', hash()).text).toMatch(/\[\+\] A block/)
    expect(byProgram(entries, '--block', 'nonsense').text).toContain('nonsense')
    if (!hasTools) return
    const run = byScript(entries)
    expect(run.text).toContain(hash())
    expect(run.text).toContain(`height ${record.height}`)
    expect(run.ok).toBe(true)
  })

  it.each<[string, Wish]>([
    ['legacy', { kind: 'legacy' }],
    ['with an access list', { kind: 'eip2930' }],
    ['with a fee market', { kind: 'eip1559' }],
    ['the first of its block', { count: 2, index: 0 }],
    ['of a large block', { count: 300, index: 299 }],
    ['of the first fork', { fields: [] }],
    ['on Ethereum', { chainId: 1 }],
  ])('is valid by every verifier with a transaction %s', async (_, wish) => {
    const list = await packageWith(sample, (await anchored(sample, wish)).later)
    expect((await judge(list)).verdict).toBe('valid')
    if (hasTools) expect(byScript(list).text).toContain('the record of the block fits together')
  })

  it.each<[string, () => Promise<Entry[]>, string]>([
    ['the record missing', async () => entries.filter((e) => e[0] !== path.record), 'anchored:missing-entry'],
    ['the proof missing', async () => entries.filter((e) => e[0] !== path.proof), 'anchored:missing-entry'],
    [
      'the record of another checkpoint',
      async () => replaced(entries, path.record, (await anchored(sample, {}, 41)).later[0]!.bytes),
      'anchored:anchor-of-other-checkpoint',
    ],
    [
      'the proof of other evidence',
      async () =>
        replaced(entries, path.proof, (await anchored({ ...sample, token: utf8('another') })).later[1]!.bytes),
      'anchored:log-proof-wrong',
    ],
    [
      'the record of another chain',
      async () => replaced(entries, path.record, (await anchored(sample, { chainId: 1 })).later[0]!.bytes),
      'anchored:anchor-differs',
    ],
    [
      'a checkpoint that another log signed',
      async () => packageWith(sample, (await anchored({ ...sample, authority: await localAuthority() })).later),
      'anchored:checkpoint-not-signed',
    ],
    [
      'another transaction in the block',
      async () => replaced(entries, path.record, (await anchored(sample, { data: utf8('nothing') })).later[0]!.bytes),
      'anchored:not-an-anchor',
    ],
    [
      'a record written in another way',
      async () => replaced(entries, path.record, utf8(`${new TextDecoder().decode(proofs[0]!.bytes)} `)),
      'anchored:bad-anchor',
    ],
    [
      'an unknown entry beside it',
      async () => [...entries, ['anchors/chain-31337.txt', utf8('x')]],
      'package-layout:unknown-entry',
    ],
    [
      'a chain of no number',
      async () => [...entries, ['anchors/chain-0.json', utf8('x')]],
      'package-layout:unknown-entry',
    ],
  ])('is invalid with %s, by every verifier', async (_, change, reason) => {
    const changed = await change()
    expect(await reasonsOf(changed)).toContain(reason)
    expect(byProgram(changed).ok).toBe(false)
    if (hasTools) expect(byScript(changed).ok).toBe(false)
  })

  it('notices a flipped bit of every byte', async () => {
    const random = seeded(seed)
    expect(await wrongBehindTheSeal(entries)).toEqual([])
    const step = isSoak ? 1 : strideOf(11, verifierSources)
    console.log(`anchors: seed ${seed}, one byte of ${step}`)
    for (const { path: at, bytes } of proofs) {
      for (let i = random(step); i < bytes.length; i += step) {
        const changed = new Uint8Array(bytes)
        changed[i]! ^= 1 << random(8)
        expect(await wrongBehindTheSeal(replaced(entries, at, changed)), `${at} byte ${i}`).toEqual(['anchored'])
      }
    }
  }, 240_000)

  it.runIf(hasTools)(
    'notices a flipped bit by its script',
    () => {
      const random = seeded(seed + 1)
      for (let i = 0; i < sized(4, 400); i++) {
        const { path: at, bytes } = proofs[i % 4 ? 0 : 1]!
        const changed = new Uint8Array(bytes)
        const place = random(changed.length)
        changed[place]! ^= 1 << random(8)
        expect(byScript(replaced(entries, at, changed)).ok, `${at} byte ${place}, seed ${seed}`).toBe(false)
      }
    },
    240_000,
  )

  it.runIf(hasTools)('passes when every certificate has expired', async () => {
    const old = await makeSample(
      await localAuthority(temporary(), fixedClock('2001-02-28T23:59:08Z')),
      statementFor(smallContents),
    )
    const list = await packageWith(old, (await anchored(old)).later)
    expect((await judge(list)).verdict).toBe('valid')
    expect(byScript(list).ok).toBe(true)
  })

  it.runIf(hasTools && requireTool('faketime'))('passes twelve years on by the clock of the machine', () => {
    expect(runUnpacked(entries, 'faketime', ['+12years', 'dash', script]).ok).toBe(true)
  })

  it.runIf(requireTool('bash') && hasTools)('is judged alike by another shell', () => {
    expect(runUnpacked(entries, 'bash', ['--posix', script]).text).toContain('the record of the block fits together')
  })
})
