import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { utf8 } from '../../proof/bytes.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { generalizedTime, integer, octetString, oid, readDer, sequence, write } from '../../proof/formats/der.ts'
import { members } from '../../proof/formats/der-values.ts'
import { oids } from '../../proof/formats/oids.ts'
import type { LaterProof } from '../../server/evidence/packages/later-proofs.read.ts'
import { readZipEnd } from '../../server/kit/files/zip-append.ts'
import { signData } from '../../server/trust/cms-writer.ts'
import { loadActive } from '../../server/trust/keys/key-set.service.ts'
import { readSecret } from '../../server/trust/keys/key-provider.ts'
import { openOpensslTsa, type OpensslTsa, type Stamp } from '../kit/vendors/tsa.ts'
import { isSoak, sized } from '../kit/randomness.ts'
import { strideOf } from '../kit/sweep/deal.ts'
import { verifierSources } from '../kit/sweep/verifier-sources.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import {
  blobOf,
  fixedClock,
  localAuthority,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
  type Sample,
} from '../trust/sample.ts'
import { seed, seeded } from '../trust/seeded.ts'
import { buildZip, entriesOf, replaced, type Entry } from '../trust/zip-builder.ts'
import { closeStamping, stampedBy } from './stamped-later.ts'
import {
  byProgram,
  byScript,
  bytesOf,
  deliver,
  fileOf,
  program,
  runUnpacked,
  script,
  wrongBehindTheSeal,
} from './verifiers.ts'

const hasTools = requireTool('dash') && requireTool('openssl') && requireTool('sha256sum')
let sample: Sample
let core: Uint8Array<ArrayBuffer>
let whole: Uint8Array<ArrayBuffer>
let entries: Entry[]
let openssl: OpensslTsa
let otherRoot: string
let proofs: LaterProof[]

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  core = (await writeSample(sample, smallContents)).bytes
  openssl = openOpensslTsa({ bits: 4096, digest: 'sha512' })
  const other = await localAuthority()
  otherRoot = other.trustMaterial().ca
  proofs = [
    ...(await stampedBy(sample, 101, openssl.stamp, openssl.root)),
    ...(await stampedBy(sample, 102, (query) => other.answer(query), otherRoot)),
  ]
  whole = (await bytesOf((await deliver(core, proofs)).open())) as Uint8Array<ArrayBuffer>
  entries = await entriesOf(whole)
}, 120_000)
afterAll(() => openssl.remove())
afterAll(closeStamping)

const judge = async (list: Entry[], anchors: string[] = []) => verifyPackage(blobOf(buildZip(list)), { anchors })
const stampFacts = async (list: Entry[], anchors: string[] = []) =>
  (await judge(list, anchors)).facts.filter((f) => f.code === 'third-party-stamped')
const withToken = (list: Entry[], change: (token: Uint8Array) => Uint8Array) =>
  list.map(([path, bytes]): Entry => [path, path === 'META-INF/timestamp101.tst' ? change(bytes) : bytes])
const reasonOf = async (list: Entry[]) =>
  (await judge(list)).facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)

describe('a package with what was proven later', () => {
  it('holds the sealed core unchanged and then the proofs, the same bytes every time', async () => {
    const again = await deliver(core, proofs)
    expect(again.size).toBe(whole.length)
    expect(Buffer.compare(await bytesOf(again.open()), whole)).toBe(0)
    const end = readZipEnd(Buffer.from(core))
    expect(Buffer.compare(whole.subarray(0, end.offset), core.subarray(0, end.offset))).toBe(0)
    expect(entries.map((e) => e[0]).slice(-6)).toEqual(proofs.map((p) => p.path))
    expect(Buffer.compare(await bytesOf((await deliver(core, [])).open()), core)).toBe(0)
  })

  it('gives any range of itself', async () => {
    const { open, size } = await deliver(core, proofs)
    const border = readZipEnd(Buffer.from(core)).offset
    for (const [start, last] of [
      [0, 0],
      [0, size - 1],
      [border - 1, border],
      [border - 7, border + 900],
      [border, size - 1],
      [size - 1, size - 1],
      [5, border - 1],
    ] as const) {
      expect(
        Buffer.compare(await bytesOf(open({ start, end: last })), whole.subarray(start, last + 1)),
        `${start}-${last}`,
      ).toBe(0)
    }
  })

  it.runIf(requireTool('unzip'))('is sound to unzip', () => {
    const path = join(temporary(), 'whole.asice')
    writeFileSync(path, whole)
    expect(runTool('unzip', ['-t', path]).text).toContain('No errors detected')
  })

  it('says who stamped it and when, and on whom that depends; the roots that the reader brings decide', async () => {
    const report = await verifyPackage(blobOf(whole))
    expect(report.verdict).toBe('valid')
    const [first, second] = report.facts.filter((f) => f.code === 'third-party-stamped')
    expect(first).toMatchObject({
      status: 'proven',
      dependsOn: 'tsa',
      detail: { authority: 'Example TSA 1', name: 'Example Root', root: 'package' },
    })
    expect(second!.status).toBe('proven')
    const platform = sample.authority.trustMaterial().ca
    expect((await stampFacts(entries, [platform, openssl.root])).map((f) => [f.status, f.detail['root']])).toEqual([
      ['proven', 'outside'],
      ['unavailable', 'package'],
    ])
    expect((await judge(entries, [platform])).verdict).toBe('valid')
  })

  it.each<[string, (list: Entry[]) => Entry[], string]>([
    [
      'an entry of a stamp missing',
      (l) => l.filter((e) => e[0] !== 'META-INF/timestamp102.tst'),
      'third-party-stamped:missing-entry',
    ],
    [
      'roots of somebody else',
      (l) => replaced(l, 'trust/tsa-101.pem', utf8(otherRoot)),
      'third-party-stamped:manifest-differs',
    ],
    [
      'the token of another manifest',
      (l) => replaced(l, 'META-INF/timestamp101.tst', l.find((e) => e[0] === 'META-INF/timestamp102.tst')![1]),
      'third-party-stamped:imprint-differs',
    ],
    [
      'a byte behind a token',
      (l) => withToken(l, (token) => Buffer.concat([token, Buffer.from([0])])),
      'third-party-stamped:bad-der',
    ],
    [
      'a length of a token that is written in another way',
      (l) => withToken(l, (token) => Buffer.concat([Buffer.from([0x30, 0x83, 0]), token.subarray(2)])),
      'third-party-stamped:bad-der',
    ],
    [
      'an unknown entry behind it',
      (l) => [...l, ['META-INF/ASiCManifest003.xml', utf8('x')]],
      'package-layout:unknown-entry',
    ],
    [
      'the number that begins no stamp',
      (l) => [...l, ['META-INF/timestamp100.tst', utf8('x')]],
      'third-party-stamped:unknown-entry',
    ],
    [
      'an entry that is too large',
      (l) => [...l, ['META-INF/timestamp103.tst', new Uint8Array(1_048_577)]],
      'package-layout:entry-too-large',
    ],
  ])('is invalid with %s, by every verifier', async (_, change, reason) => {
    const changed = change(entries)
    expect(await reasonOf(changed)).toContain(reason)
    expect(byProgram(changed).ok).toBe(false)
    if (hasTools) expect(byScript(changed).ok).toBe(false)
  })

  it('is invalid with a root inside a token, which nothing would cover', async () => {
    const dir = temporary()
    writeFileSync(join(dir, 'm'), entries.find((e) => e[0] === 'META-INF/ASiCManifest101.xml')![1])
    expect(
      runTool('openssl', ['ts', '-query', '-data', join(dir, 'm'), '-sha256', '-cert', '-out', join(dir, 'q')]).ok,
    ).toBe(true)
    writeFileSync(join(dir, 'r'), await openssl.stamp(readFileSync(join(dir, 'q'))))
    expect(runTool('openssl', ['ts', '-reply', '-in', join(dir, 'r'), '-token_out', '-out', join(dir, 't')]).ok).toBe(
      true,
    )
    const changed = replaced(entries, 'META-INF/timestamp101.tst', new Uint8Array(readFileSync(join(dir, 't'))))
    expect(await reasonOf(changed)).toEqual(['third-party-stamped:unexpected-certificate'])
    if (hasTools) expect(byScript(changed).ok).toBe(false)
  })

  it('notices a flipped bit of every appended byte', async () => {
    const random = seeded(seed)
    expect(await wrongBehindTheSeal(entries)).toEqual([])
    const step = isSoak ? 3 : strideOf(37, verifierSources)
    console.log(`later proofs: seed ${seed}, one byte of ${step}`)
    for (const { path, bytes } of proofs) {
      for (let at = random(step); at < bytes.length; at += step) {
        const changed = new Uint8Array(bytes)
        changed[at]! ^= 1 << random(8)
        expect(await wrongBehindTheSeal(replaced(entries, path, changed)), `${path} byte ${at}`).toEqual([
          'third-party-stamped',
        ])
      }
    }
  }, 240_000)

  it('does not count a stamp that is older than what it covers, whoever is said to have made it', async () => {
    const [year, hour] = ['2019-01-01T00:00:00Z', new Date(Date.now() - 3_000_000).toISOString()]
    for (const [time, status] of [
      [year, 'unavailable'],
      [hour, 'proven'],
    ] as const) {
      const clock = fixedClock(time)
      const other = await localAuthority(temporary(), clock)
      const root = other.trustMaterial().ca
      const later = await stampedBy(sample, 101, (query) => other.answer(query), root, clock.now)
      const list = await entriesOf(await bytesOf((await deliver(core, later)).open()))
      for (const anchors of [[], [sample.authority.trustMaterial().ca, root]])
        expect((await stampFacts(list, anchors)).map((f) => f.status)).toEqual([status])
      expect((await judge(list)).verdict).toBe('valid')
      if (!hasTools) continue
      const outcome = byScript(list)
      expect(outcome.ok).toBe(true)
      expect(outcome.text.includes('第三方时间戳有效')).toBe(status === 'proven')
    }
  })

  it('is read by the program in words of both languages', () => {
    const path = join(temporary(), 'whole.asice')
    writeFileSync(path, whole)
    for (const language of ['zh', 'en']) {
      const outcome = runTool(process.execPath, [program, path, '--lang', language])
      expect(outcome.ok).toBe(true)
      expect(outcome.text).toContain('Example TSA 1')
      expect(outcome.text).not.toMatch(/fact\.|cli\.|reason\./)
    }
    expect(byProgram(entries, '--trust', fileOf(sample.authority.trustMaterial().ca)).text).toContain(
      'not among those you gave',
    )
  })

  describe.runIf(hasTools)('and its script', () => {
    it('passes it, with the roots of the package and with those that were brought', () => {
      const plain = byScript(entries)
      expect(plain.text).toContain('第三方时间戳有效')
      expect(plain.text).toContain('CN=Example TSA 1')
      expect(plain.ok).toBe(true)
      const brought = byScript(entries, fileOf(sample.authority.trustMaterial().ca + openssl.root))
      expect(brought.text.match(/The root you gave was used/g)).toHaveLength(2)
      expect(brought.ok).toBe(true)
    })

    it('tells the fingerprint of the root that a stamp leads to, whichever others the package has beside it', async () => {
      const other = await localAuthority()
      const [claimed, reached] = [openssl.root, other.trustMaterial().ca]
      const later = await stampedBy(sample, 101, (query) => other.answer(query), claimed + reached)
      const outcome = byScript(await entriesOf(await bytesOf((await deliver(core, later)).open())))
      const told = (pem: string) => readPem(pem)[0]!.raw
      const print = (pem: string) => createHash('sha256').update(told(pem)).digest('hex').toUpperCase()
      const seen = outcome.text.replaceAll(':', '')
      expect(seen).toContain(print(reached))
      expect(seen).not.toContain(print(claimed))
    })

    it('tells of a stamp in words of its own, whatever stands in it', async () => {
      const dir = temporary()
      const other = await localAuthority(dir)
      const { keys, policy } = await loadActive(dir, await readSecret(join(dir, 'passphrase')))
      const words = utf8('\nTime stamp: \n  OK    CN=Somebody Else\nTime stamp:   OK    CN=Somebody Else\n')
      const stamp: Stamp = async (query) => {
        const [, imprint, nonce] = members(readDer(new Uint8Array(query)))
        const content = sequence(
          integer(1),
          oid(policy),
          imprint!.raw,
          integer(7),
          generalizedTime(new Date()),
          nonce!.raw,
          write(0xa1, sequence(oid('1.3.6.1.4.1.99999.7'), octetString(words))),
        )
        const token = await signData({
          keys,
          keyId: 'tsa',
          contentType: oids.tstInfo,
          content,
          detached: false,
          others: [],
        })
        return sequence(sequence(integer(0)), token)
      }
      const later = await stampedBy(sample, 101, stamp, other.trustMaterial().ca)
      const outcome = byScript(await entriesOf(await bytesOf((await deliver(core, later)).open())))
      expect(outcome.text).toContain('第三方时间戳有效')
      expect(outcome.text).not.toContain('Somebody Else')
      expect(outcome.ok).toBe(true)
    })

    it('passes a stamp whose time has parts of a second', async () => {
      const precise = openOpensslTsa({ fraction: 6 })
      onTestFinished(precise.remove)
      const later = await stampedBy(sample, 101, precise.stamp, precise.root)
      const list = await entriesOf(await bytesOf((await deliver(core, later)).open()))
      expect((await judge(list)).verdict).toBe('valid')
      const outcome = byScript(list)
      expect(outcome.text).toMatch(/第三方时间戳有效：\w+ +\d+ [\d:]+\.\d+ \d{4} GMT/)
      expect(outcome.ok).toBe(true)
    })

    it('notices a flipped bit wherever it is', () => {
      const random = seeded(seed + 1)
      for (let i = 0; i < sized(6, 200); i++) {
        const { path, bytes } = proofs[i % 3 === 0 ? i % 6 : 1 + (i % 2) * 3]!
        const changed = new Uint8Array(bytes)
        const at = random(changed.length)
        changed[at]! ^= 1 << random(8)
        expect(byScript(replaced(entries, path, changed)).ok, `${path} byte ${at}`).toBe(false)
      }
    }, 240_000)

    it('passes it decades later, when every certificate has expired', async () => {
      const clock = fixedClock('2001-02-28T23:59:08Z')
      const [old, third] = [await localAuthority(temporary(), clock), await localAuthority(temporary(), clock)]
      const aged = await makeSample(old, statementFor(smallContents))
      const later = await stampedBy(aged, 101, (query) => third.answer(query), third.trustMaterial().ca, clock.now)
      const bytes = await bytesOf((await deliver((await writeSample(aged, smallContents)).bytes, later)).open())
      expect((await verifyPackage(blobOf(bytes))).verdict).toBe('valid')
      const outcome = byScript(await entriesOf(bytes))
      expect(outcome.text).toContain('第三方时间戳有效：Feb 28 23:59:08 2001')
      expect(outcome.ok).toBe(true)
    })

    it.runIf(requireTool('faketime'))('passes it twelve years on by the clock of the machine', () => {
      const outcome = runUnpacked(entries, 'faketime', ['+12years', 'dash', script])
      expect(outcome.text).toContain('第三方时间戳有效')
      expect(outcome.ok).toBe(true)
    })
  })
})
