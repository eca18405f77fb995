import { createMPT, createMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import * as fc from 'fast-check'
import { keccak256 } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { equal, fromUtf8, utf8, type Bytes } from '../../../proof/bytes.ts'
import { anchorBytes, readAnchor, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { calldataOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { openKeccak } from '../../../proof/evm/keccak.ts'
import { readRlp, writeInteger, writeList, writeString, type Rlp } from '../../../proof/evm/rlp.ts'
import { readFromTrie } from '../../../proof/evm/trie.ts'
import { ProofError } from '../../../proof/report.ts'
import { proveInTrie } from '../../../server/trust/anchors/prove-in-trie.ts'
import { isSoak } from '../../kit/randomness.ts'
import { seed, seeded } from '../seeded.ts'
import { fromHexed, noteOf, sampleBytes, sampleRecord, type Wish } from './sample.ts'

const keccak = await openKeccak()

async function refusal(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return [error.code, ...Object.values(error.detail)].join(' ')
  }
  return 'taken'
}

describe('what others compute', () => {
  it('Keccak-256 is that of viem', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => equal(keccak(bytes), fromHexed(keccak256(bytes)))),
      { seed, numRuns: 200 },
    )
  })

  it('RLP is that of ethereumjs, in both directions', () => {
    type Nested = Uint8Array | Nested[]
    const { value } = fc.letrec<{ value: Nested }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.uint8Array({ maxLength: 80 }),
        fc.array(tie('value'), { maxLength: 6 }),
      ) as fc.Arbitrary<Nested>,
    }))
    const write = (v: Nested): Bytes => (v instanceof Uint8Array ? writeString(v) : writeList(...v.map(write)))
    const plain = (v: Rlp): Nested => (v.items ? v.items.map(plain) : v.bytes)
    fc.assert(
      fc.property(value, (v) => {
        const encoded = RLP.encode(v)
        expect(equal(write(v), encoded)).toBe(true)
        expect(plain(readRlp(encoded))).toEqual(v)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('whatever ethereumjs refuses or reads otherwise is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
        let read: Rlp | undefined
        try {
          read = readRlp(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError)
        }
        if (read) expect(equal(RLP.encode(RLP.decode(bytes)), bytes)).toBe(true)
      }),
      { seed, numRuns: 2_000 },
    )
  })

  it.each([1, 2, 3, 16, 17, 40, 127, 128, 129, 300])(
    'the trie over %i transactions and a proof in it are those of ethereumjs',
    async (count) => {
      const random = seeded(seed + count)
      const values = Array.from({ length: count }, () => new Uint8Array(32 + random(300)).fill(1 + random(255)))
      const trie = await createMPT()
      for (const [i, value] of values.entries()) await trie.put(RLP.encode(i), value)
      for (const index of new Set([0, 1, 127, 128, count - 1].filter((i) => i < count))) {
        const { root, proof } = proveInTrie(keccak, values, index)
        expect(Buffer.from(root).equals(trie.root())).toBe(true)
        const theirs = await createMerkleProof(trie, RLP.encode(index))
        expect(proof.map((n) => Buffer.from(n).toString('hex'))).toEqual(
          theirs.map((n) => Buffer.from(n).toString('hex')),
        )
        expect(equal(readFromTrie(keccak, root, writeInteger(index), theirs), values[index]!)).toBe(true)
      }
    },
  )

  it('a node that stands inside another is refused: no transaction is so short', async () => {
    const trie = await createMPT()
    for (const i of [0, 1, 2]) await trie.put(RLP.encode(i), Uint8Array.of(i + 1))
    const theirs = await createMerkleProof(trie, RLP.encode(1))
    expect(() => readFromTrie(keccak, trie.root(), writeInteger(1), theirs)).toThrow(ProofError)
  })
})

describe('a record', () => {
  it.each([
    ['legacy', { kind: 'legacy' }],
    ['with an access list', { kind: 'eip2930' }],
    ['with a fee market', { kind: 'eip1559' }],
    ['of the first fork', { fields: [] }],
    ['of a fork to come', { fields: Array.from({ length: 12 }, (_, i) => writeInteger(i)) }],
    ['among 40', { count: 40, index: 23 }],
    ['among 300', { count: 300, index: 299 }],
    ['of Ethereum', { chainId: 1 }],
  ] satisfies [string, Wish][])('%s is verified and says what it shows', async (_, wish) => {
    const note = noteOf(812)
    const record = await sampleRecord(note, wish)
    const anchor = await verifyAnchor(anchorBytes(record), note)
    expect(anchor).toMatchObject({
      chainId: (wish as Wish).chainId ?? 31_337,
      height: 19_000_000,
      blockTime: '2026-11-18T11:06:40Z',
      blockHash: keccak256(record.header),
      transactionHash: keccak256(record.transaction),
      checkpoint: { origin: 'log.example.com/2026', size: 812 },
    })
  })

  it('is good for the same checkpoint under other signatures, and for no other', async () => {
    const [note, more] = [
      noteOf(5),
      utf8(`${fromUtf8(noteOf(5))}— witness.example ${Buffer.alloc(76).toString('base64')}\n`),
    ]
    const bytes = await sampleBytes(note)
    await expect(verifyAnchor(bytes, more)).resolves.toMatchObject({ checkpoint: { size: 5 } })
    expect(await refusal(() => verifyAnchor(bytes, noteOf(6)))).toBe('anchor-of-other-checkpoint')
    expect(await refusal(() => verifyAnchor(bytes, noteOf(5, 'other.example/2026')))).toBe('anchor-of-other-checkpoint')
  })

  it('of one checkpoint that names another is refused', async () => {
    const record = await sampleRecord(noteOf(5))
    expect(await refusal(() => verifyAnchor(anchorBytes({ ...record, checkpoint: fromUtf8(noteOf(6)) })))).toBe(
      'anchor-of-other-checkpoint',
    )
    const { root } = readSignedCheckpoint(noteOf(5))
    const grown = `log.example.com/2026\n50\n${Buffer.from(root).toString('base64')}\n\n${fromUtf8(noteOf(5)).split('\n\n')[1]}`
    expect(await refusal(() => verifyAnchor(anchorBytes({ ...record, checkpoint: grown })))).toBe(
      'anchor-of-other-checkpoint',
    )
  })

  it('whose parts do not belong together is refused', async () => {
    const [note, one, other] = [
      noteOf(5),
      await sampleRecord(noteOf(5), { count: 40, index: 7 }),
      await sampleRecord(noteOf(5), { count: 40, index: 8, chainId: 7 }),
    ]
    const judge = (change: Partial<typeof one>) => refusal(() => verifyAnchor(anchorBytes({ ...one, ...change }), note))
    expect(await judge({})).toBe('taken')
    expect(await judge({ height: 4 })).toBe('anchor-differs height')
    expect(await judge({ blockTime: 4 })).toBe('anchor-differs blockTime')
    expect(await judge({ chainId: 4 })).toBe('anchor-differs chainId')
    expect(await judge({ blockHash: other.blockHash })).toBe('anchor-differs blockHash')
    expect(await judge({ transactionHash: other.transactionHash })).toBe('anchor-differs transactionHash')
    expect(await judge({ header: other.header })).toBe('bad-trie-proof hash')
    expect(await judge({ proof: other.proof })).toBe('bad-trie-proof hash')
    expect(await judge({ proof: one.proof.slice(0, -1) })).toBe('bad-trie-proof missing')
    expect(await judge({ proof: [...one.proof, one.proof[0]!] })).toBe('bad-trie-proof not-needed')
    expect(await judge({ transaction: other.transaction })).toBe('anchor-not-in-block')
    expect(await judge({ index: 41 })).toMatch(/bad-trie-proof/)
    expect(await judge({ index: 6 })).toMatch(/bad-trie-proof|anchor-not-in-block/)
  })

  it('whose transaction says something else is refused', async () => {
    const note = noteOf(5)
    const data = await calldataOf(readSignedCheckpoint(note))
    const judge = async (changed: Uint8Array) =>
      refusal(async () => verifyAnchor(await sampleBytes(note, { data: changed })))
    expect(await judge(data)).toBe('taken')
    expect(await judge(Uint8Array.of(...data, 0))).toBe('not-an-anchor')
    expect(await judge(data.subarray(1))).toBe('not-an-anchor')
    expect(await judge(utf8(`SKZB${'x'.repeat(41)}`))).toBe('not-an-anchor')
    expect(await judge(data.with(12, 6))).toBe('anchor-of-other-checkpoint')
    expect(await judge(data.with(44, data[44]! ^ 1))).toBe('anchor-of-other-checkpoint')
  })

  it('in any other form than its own is refused', async () => {
    const text = fromUtf8(await sampleBytes(noteOf(5)))
    const value = JSON.parse(text) as Record<string, unknown>
    const judge = (changed: string) => refusal(() => readAnchor(utf8(changed)))
    const json = (change: object) => judge(JSON.stringify({ ...value, ...change }))
    expect(await judge(text)).toBe('taken')
    expect(await judge(` ${text}`)).toBe('bad-anchor canonical')
    expect(await judge(`${text}\n`)).toBe('bad-anchor canonical')
    expect(await judge(text.replace('"index":0', '"index":0,"index":0'))).toBe('bad-anchor canonical')
    expect(await judge(text.replace('height', 'HEIGHT'))).toBe('bad-anchor members')
    for (const nothing of ['', '[]', 'null', '"x"', '1', '{', '['.repeat(100_000), '\u{0}'])
      expect(await judge(nothing)).toBe('bad-anchor json')
    expect(await judge('{}')).toBe('bad-anchor members')
    expect(await refusal(() => readAnchor(Uint8Array.of(0xff, 0xfe)))).toBe('bad-anchor json')
    expect(await refusal(() => readAnchor(new Uint8Array(300_000)))).toBe('bad-anchor size')
    expect(await json({ more: 1 })).toBe('bad-anchor members')
    expect(await json({ version: 2 })).toBe('bad-anchor version')
    expect(await json({ checkpoint: '\ud800' })).toBe('bad-anchor checkpoint')
    for (const height of [-1, 1.5, 2 ** 53, '1', null]) expect(await json({ height })).toBe('bad-anchor height')
    for (const header of ['', '0x', '0xA0', '0x1', 5, null]) expect(await json({ header })).toBe('bad-anchor header')
    for (const proof of [[], 'x', [1], Array(17).fill('0x00')]) expect(await json({ proof })).toBe('bad-anchor proof')
    for (const blockTime of ['tomorrow', 5, null, '1969-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z'])
      expect(await json({ blockTime })).toBe('bad-anchor blockTime')
    expect(await json({ blockHash: '0x00' })).toBe('bad-anchor blockHash')
  })

  it('of a checkpoint that is none is refused', async () => {
    const record = await sampleRecord(noteOf(5))
    const root = Buffer.alloc(32).toString('base64')
    const bad = [
      '',
      'x',
      `o\n5\n${root}\n`,
      `o\n5\n${root}\n\n`,
      `o\n5\n${root}\n\n— o AAAA`,
      `o\n05\n${root}\n\n— o AAAA\n`,
      `o\n-5\n${root}\n\n— o AAAA\n`,
      `o\n5\n${root.slice(4)}\n\n— o AAAA\n`,
      `o\r\n5\n${root}\n\n— o AAAA\n`,
      `\n5\n${root}\n\n— o AAAA\n`,
      `o\n99999999999999999\n${root}\n\n— o AAAA\n`,
      `o\n5\n${root.slice(0, -2)}B=\n\n— o AAAA\n`,
    ]
    for (const checkpoint of bad)
      expect([checkpoint, await refusal(() => verifyAnchor(anchorBytes({ ...record, checkpoint })))]).toEqual([
        checkpoint,
        expect.stringMatching(/^bad-checkpoint/),
      ])
  })
})

describe('malformed pieces', () => {
  it('throw nothing but refusals, whatever stands in them', async () => {
    const record = await sampleRecord(noteOf(5))
    const piece = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((b) => new Uint8Array(b))
    await fc.assert(
      fc.asyncProperty(piece, fc.constantFrom('header', 'transaction', 'node'), async (bytes, where) => {
        const changed = where === 'node' ? { ...record, proof: [bytes] } : { ...record, [where]: bytes }
        expect(await refusal(() => verifyAnchor(anchorBytes(changed)))).not.toBe('taken')
      }),
      { seed, numRuns: 600 },
    )
  })

  it('deep nesting is refused before it fills the stack', async () => {
    let nested: Bytes = writeList()
    for (let i = 0; i < 2_000; i++) nested = writeList(nested)
    expect(await refusal(() => readRlp(nested))).toBe('bad-rlp too-deep')
  })

  it('transactions that are good for every chain, of other kinds, or with wrong fields are refused', async () => {
    const record = await sampleRecord(noteOf(5))
    const judge = (transaction: Bytes) => refusal(() => verifyAnchor(anchorBytes({ ...record, transaction })))
    const fields = (v: number, to = 20) => [
      writeInteger(0),
      writeInteger(1),
      writeInteger(2),
      writeString(new Uint8Array(to)),
      writeInteger(0),
      writeString(utf8('x')),
      writeInteger(v),
      writeInteger(1),
      writeInteger(1),
    ]
    expect(await judge(writeList(...fields(27)))).toBe('bad-transaction no-chain')
    expect(await judge(writeList(...fields(37, 19)))).toBe('bad-transaction to')
    expect(await judge(writeList(...fields(37).slice(1)))).toBe('bad-transaction fields')
    expect(await judge(Uint8Array.of(3, 0xc0))).toBe('bad-transaction type')
    expect(await judge(Uint8Array.of(2, 0xc0))).toBe('bad-transaction fields')
  })
})

/** Flips one bit of every byte, or of a sample: nothing may move unseen but what others judge. */
it('one flipped bit is noticed wherever it is', async () => {
  const note = noteOf(812)
  const bytes = await sampleBytes(note, { count: 40, index: 23 })
  const random = seeded(seed)
  const text = fromUtf8(bytes)
  // Signatures under the text are the log's to judge: the text above them is what was anchored.
  const [from, to] = [text.indexOf('\\n\\n'), text.indexOf('","header"')]
  const offset = utf8(text.slice(0, from)).length
  const end = utf8(text.slice(0, to)).length
  const at = Array.from({ length: bytes.length }, (_, i) => i).filter(() => isSoak || random(5) === 0)
  console.log(`mutation sweep of a record: seed ${seed}, ${at.length} of ${bytes.length} bytes`)
  const unnoticed: number[] = []
  for (const i of at) {
    const anchor = await verifyAnchor(bytes.with(i, bytes[i]! ^ (1 << random(8)))).catch((error: unknown) => {
      if (!(error instanceof ProofError)) throw error
    })
    if (!anchor) continue
    expect(anchor.checkpoint.text).toBe(readSignedCheckpoint(note).text)
    if (i < offset || i >= end) unnoticed.push(i)
  }
  expect(unnoticed).toEqual([])
})
