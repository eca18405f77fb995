import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { concat, fromUtf8, utf8 } from '../../proof/bytes.ts'
import { packageManifest } from '../../proof/package/manifest.ts'
import { unlistedEntries } from '../../proof/package/paths.ts'
import { writeSums } from '../../proof/package/sums.ts'
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
} from './sample.ts'
import { buildZip, entriesOf, replaced, type Entry } from './zip-builder.ts'

let sample: Sample
let bytes: Uint8Array
let entries: Entry[]

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  bytes = (await writeSample(sample, smallContents)).bytes
  entries = await entriesOf(bytes)
})

const root = () => sample.authority.trustMaterial().ca
const judge = (list: Entry[], anchors: string[] = []) => verifyPackage(blobOf(buildZip(list)), { anchors })
const content = (path: string) => entries.find((e) => e[0] === path)![1]

async function reasons(list: Entry[] | Uint8Array, anchors: string[] = []) {
  const { verdict, facts } = await verifyPackage(blobOf(list instanceof Uint8Array ? list : buildZip(list)), {
    anchors,
  })
  expect(verdict).toBe('invalid')
  return facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)
}

/** What someone without the platform's keys can do: make every plain digest fit again. */
async function rehashed(list: Entry[]): Promise<Entry[]> {
  const sha256 = (b: Uint8Array) => createHash('sha256').update(b).digest('hex')
  const sums = writeSums(new Map(list.filter(([p]) => !unlistedEntries.includes(p)).map(([p, b]) => [p, sha256(b)])))
  return replaced(replaced(list, 'SHA256SUMS', sums), 'META-INF/ASiCManifest002.xml', await packageManifest(sums))
}

describe('a package', () => {
  it('is valid, and says whose word each fact is', async () => {
    const report = await verifyPackage(blobOf(bytes), { anchors: [root()] })
    expect(report.verdict).toBe('valid')
    expect(report.facts.every((f) => f.status === 'proven')).toBe(true)
    expect(Object.fromEntries(report.facts.map((f) => [f.code, f.dependsOn]))).toMatchObject({
      'data-files': 'anyone',
      'fixed-in-time': 'platform',
    })
    expect(report.statement).toEqual(sample.statement)
  })

  it('says so when its root was compared with nothing', async () => {
    const report = await judge(entries)
    expect(report.verdict).toBe('valid')
    expect(report.facts.find((f) => f.code === 'root-compared')).toMatchObject({
      status: 'unavailable',
      dependsOn: 'package',
      detail: { fingerprint: sample.authority.trustMaterial().rootFingerprint },
    })
  })

  it('reports progress over all originals', async () => {
    const seen: [number, number][] = []
    await verifyPackage(blobOf(bytes), { onProgress: (...at) => void seen.push(at) })
    const total = Object.values(smallContents).reduce((sum, b) => sum + b.length, 0)
    expect(seen.at(-1)).toEqual([total, total])
  })

  it('fails against another root', async () => {
    const other = await localAuthority()
    expect(await reasons(entries, [other.trustMaterial().ca])).toContain('root-compared:root-unknown')
  })

  it('fails when a whole package of another root claims to be of ours', async () => {
    const forged = await makeSample(await localAuthority(), sample.statement)
    const list = await entriesOf((await writeSample(forged, smallContents)).bytes)
    expect((await judge(list)).verdict).toBe('valid')
    expect((await judge(list, [root()])).verdict).toBe('invalid')
    expect(await reasons(await rehashed(replaced(list, 'trust/ca.pem', utf8(root()))), [root()])).toContain(
      'fixed-in-time:chain-untrusted',
    )
  })

  it.each([
    'README.txt',
    'verify.sh',
    'certificate.pdf',
    'data/page.html',
    'evidence.json',
    'trust/crl.pem',
    'trust/tsa.pem',
    'META-INF/timestamp001.tst',
  ])('fails when %s is changed and every digest recomputed', async (path) => {
    const changed = new Uint8Array(content(path))
    changed[Math.floor(changed.length / 2)]! ^= 1
    expect(await reasons(await rehashed(replaced(entries, path, changed)))).toContain('package-sealed:digest-differs')
  })

  it('fails when a changed original is also entered in the statement and the manifest', async () => {
    const contents = { ...smallContents, 'data/page.html': utf8('another page') }
    const forged = await makeSample(await localAuthority(), statementFor(contents))
    const list = await entriesOf((await writeSample(forged, contents)).bytes)
    const mixed = ['evidence.json', 'data/page.html', 'META-INF/ASiCManifest001.xml'].reduce(
      (all, path) => replaced(all, path, list.find((e) => e[0] === path)![1]),
      entries,
    )
    const found = await reasons(await rehashed(mixed))
    expect(found).toContain('fixed-in-time:imprint-differs')
    expect(found).toContain('certificate-names-evidence:certificate-of-other-evidence')
  })

  it('fails with the certificate, or the seal, of other evidence of the same platform', async () => {
    const other = await makeSample(sample.authority, statementFor(smallContents, { number: '261121999999999999' }))
    const list = await entriesOf((await writeSample(other, smallContents)).bytes)
    const of = (path: string) => list.find((e) => e[0] === path)![1]
    expect(await reasons(replaced(entries, 'certificate.pdf', of('certificate.pdf')))).toContain(
      'certificate-names-evidence:certificate-of-other-evidence',
    )
    expect(await reasons(replaced(entries, 'META-INF/signature001.p7s', of('META-INF/signature001.p7s')))).toContain(
      'package-sealed:digest-differs',
    )
  })

  it('is judged at the time it attests, long after its certificates expired', async () => {
    const old = await localAuthority(temporary(), fixedClock('2001-03-04T05:06:07Z'))
    const aged = await makeSample(old, statementFor(smallContents))
    const list = (await writeSample(aged, smallContents)).bytes
    const report = await verifyPackage(blobOf(list), { anchors: [old.trustMaterial().ca] })
    expect(report.verdict).toBe('valid')
    expect(report.facts.find((f) => f.code === 'fixed-in-time')?.time).toBe('2001-03-04T05:06:07.000Z')
  })
})

describe('the container', () => {
  it.each<[string, (list: Entry[]) => Entry[], string]>([
    ['a repeated entry', (l) => [...l, l.find((e) => e[0] === 'evidence.json')!], 'repeated-entry'],
    ['an entry that differs only in case', (l) => [...l, ['readme.TXT', utf8('x')]], 'repeated-entry'],
    ['an entry that is not in the layout', (l) => [...l, ['run.exe', utf8('x')]], 'unknown-entry'],
    ['a path that climbs out', (l) => [...l, ['data/../../etc/passwd', utf8('x')]], 'unknown-entry'],
    ['an absolute path', (l) => [...l, ['/etc/passwd', utf8('x')]], 'unknown-entry'],
    ['a backslash', (l) => [...l, ['data\\..\\x', utf8('x')]], 'unknown-entry'],
    ['a folder entry', (l) => [...l, ['data/', utf8('')]], 'unknown-entry'],
    ['a missing entry', (l) => l.filter((e) => e[0] !== 'README.txt'), 'missing-entry'],
    ['another mimetype', (l) => replaced(l, 'mimetype', utf8('application/zip')), 'wrong-mimetype'],
  ])('is refused with %s', async (_, change, reason) => {
    expect(await reasons(change(entries))).toContain(`package-layout:${reason}`)
  })

  it('is refused with an original that is not stated, though listed', async () => {
    expect(await reasons(await rehashed([...entries, ['data/extra.txt', utf8('x')]]))).toContain(
      'data-files:file-not-stated',
    )
  })

  it.each(['META-INF/signature001.p7s', 'META-INF/timestamp001.tst', 'trust/ca.pem', 'trust/crl.pem'])(
    'is refused when %s is as long as a file, which would fill the memory of whoever reads it',
    async (path) => {
      const long = new Uint8Array(1024 * 1024 + 1)
      expect(await reasons(replaced(entries, path, long))).toEqual(['package-layout:entry-too-large'])
    },
  )

  it('is refused without an original', async () => {
    expect(await reasons(entries.filter((e) => e[0] !== 'data/empty.log'))).toContain('data-files:file-missing')
  })

  it('is refused with bytes before, after or between its entries', async () => {
    expect(await reasons(concat(utf8('x'), bytes))).toContain('package-layout:bad-container')
    expect(await reasons(concat(bytes, utf8('x')))).toContain('package-layout:bad-container')
    expect(await reasons(bytes.subarray(0, bytes.length - 1))).toContain('package-layout:bad-container')
    expect(await reasons(utf8('not a package'))).toEqual(['package-layout:bad-container'])
  })

  it('is refused when a local header tells another name than the directory', async () => {
    const changed = new Uint8Array(buildZip(entries))
    const at = Buffer.from(changed).indexOf('README.txt')
    changed.set(utf8('README.TXT'), at)
    expect(await reasons(changed)).toContain('package-layout:bad-container')
  })

  it('is refused when an original would be unpacked as a link to somewhere else, or as a folder', async () => {
    const plain = buildZip(entries)
    const at = Buffer.from(plain).lastIndexOf('data/page.html') - 46
    for (const [attributes, verdict] of [
      [0o100644, 'valid'],
      [0o120777, 'invalid'],
      [0o010644, 'invalid'],
      [0o040755, 'invalid'],
    ] as const) {
      const changed = new Uint8Array(plain)
      const view = new DataView(changed.buffer)
      expect(view.getUint32(at, true)).toBe(0x02014b50)
      view.setUint16(at + 40, attributes, true)
      expect((await verifyPackage(blobOf(changed))).verdict).toBe(verdict)
    }
  })

  it('is stored, in order, with mimetype readable at byte 38', () => {
    expect(fromUtf8(bytes.subarray(30, 38))).toBe('mimetype')
    expect(fromUtf8(bytes.subarray(38, 38 + 31))).toBe('application/vnd.etsi.asic-e+zip')
  })
})
