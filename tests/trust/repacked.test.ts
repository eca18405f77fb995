import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../proof/bytes.ts'
import { kindOf, verifyFile } from '../../proof/verify-file.ts'
import { blobOf, localAuthority, makeSample, type Sample, smallContents, statementFor, writeSample } from './sample.ts'
import { buildZip, entriesOf, type Entry } from './zip-builder.ts'

let sample: Sample
let bytes: Uint8Array
let entries: Entry[]
beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  bytes = (await writeSample(sample, smallContents)).bytes
  entries = await entriesOf(bytes)
})

interface Packing {
  isDeflated?: boolean
  /** Sizes behind the data, with their mark or without. */
  descriptor?: 'marked' | 'bare'
  comment?: string
  /** A field of times, as Unix programs write it. */
  hasTimes?: boolean
}

const numbers = (length: number, fields: [at: number, size: 2 | 4, value: number][]) => {
  const out = Buffer.alloc(length)
  for (const [at, size, value] of fields) out.writeUIntLE(value, at, size)
  return out
}
const times = numbers(9, [
  [0, 2, 0x5455],
  [2, 2, 5],
  [4, 2, 1],
])

/** A ZIP as other programs write it. */
function pack(list: readonly Entry[], { isDeflated, descriptor, comment = '', hasTimes }: Packing = {}) {
  const [local, central]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  const flags = 0x800 | (descriptor ? 8 : 0)
  const extra = hasTimes ? times : Buffer.alloc(0)
  for (const [path, data] of list) {
    const [name, packed] = [utf8(path), isDeflated ? deflateRawSync(data) : data]
    const method = isDeflated ? 8 : 0
    const told: [number, 2 | 4, number][] = descriptor
      ? []
      : [
          [18, 4, packed.length],
          [22, 4, data.length],
        ]
    const head = numbers(30, [
      [0, 4, 0x04034b50],
      [6, 2, flags],
      [8, 2, method],
      ...told,
      [26, 2, name.length],
      [28, 2, extra.length],
    ])
    const sizes = numbers(12, [
      [4, 4, packed.length],
      [8, 4, data.length],
    ])
    const behind = descriptor
      ? concat(descriptor === 'marked' ? numbers(4, [[0, 4, 0x08074b50]]) : Buffer.alloc(0), sizes)
      : Buffer.alloc(0)
    central.push(
      numbers(46, [
        [0, 4, 0x02014b50],
        [8, 2, flags],
        [10, 2, method],
        [20, 4, packed.length],
        [24, 4, data.length],
        [28, 2, name.length],
        [30, 2, extra.length],
        [38, 4, path.endsWith('/') ? 0x41ed0010 : 0x81a40000],
        [42, 4, offset],
      ]),
      name,
      extra,
    )
    const one = concat(head, name, extra, packed, behind)
    local.push(one)
    offset += one.length
  }
  const directory = concat(...central)
  const end = numbers(22, [
    [0, 4, 0x06054b50],
    [8, 2, list.length],
    [10, 2, list.length],
    [12, 4, directory.length],
    [16, 4, offset],
    [20, 2, comment.length],
  ])
  return concat(...local, directory, end, utf8(comment))
}

const judge = async (zip: Uint8Array, name = '') => {
  const file = blobOf(zip)
  const kind = await kindOf(file, name)
  const { verdict, facts } = await verifyFile(file, kind, { anchors: [sample.authority.trustMaterial().ca] })
  const open = facts.filter(({ status }) => status !== 'proven')
  return { kind, verdict, open: open.map(({ code, detail }) => `${code}:${detail['reason']}`) }
}
const isRepacked = { kind: 'package', verdict: 'valid', open: ['packed-as-issued:repacked'] }
const sorted = () => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
const folders = (): Entry[] => ['data/', 'META-INF/', 'trust/'].map((path) => [path, new Uint8Array()])

describe('a package that another program packed anew', () => {
  it.each<[string, () => Uint8Array]>([
    ['deflated', () => pack(entries, { isDeflated: true })],
    ['in the order of its names', () => pack(sorted())],
    ['with folders', () => pack([...folders(), ...entries])],
    ['with times', () => pack(entries, { hasTimes: true, isDeflated: true })],
    ['with a comment', () => pack(entries, { comment: 'sent by mail' })],
    ['with sizes behind the data', () => pack(entries, { descriptor: 'marked', isDeflated: true })],
    [
      'with sizes behind the data that no mark announces',
      () => pack(entries, { descriptor: 'bare', isDeflated: true }),
    ],
    ['in one folder', () => pack(entries.map(([path, data]) => [`2611/${path}`, data]))],
    [
      'on a Mac',
      () => pack([...entries, ['__MACOSX/._evidence.json', utf8('x')], ['.DS_Store', utf8('x')]], { isDeflated: true }),
    ],
    ['and a gateway of mail that ends it with a line', () => concat(bytes, utf8('\r\n'))],
  ])('%s is judged by its entries, and says so', async (_, packed) => {
    expect(await judge(packed(), 'from the other side.asice')).toEqual(isRepacked)
    expect(await judge(packed())).toEqual(isRepacked)
  })

  it('is as it was issued where nobody did', async () => {
    expect(await judge(bytes)).toEqual({ kind: 'package', verdict: 'valid', open: [] })
  })

  it('is invalid with an original altered, missing or added', async () => {
    const changed = entries.map(([path, data]): Entry => [path, path === 'data/page.html' ? utf8('altered') : data])
    expect(await judge(pack(changed, { isDeflated: true }))).toMatchObject({ kind: 'package', verdict: 'invalid' })
    const less = entries.filter(([path]) => path !== 'data/page.html')
    expect(await judge(pack(less, { isDeflated: true }))).toMatchObject({ verdict: 'invalid' })
    const more: Entry[] = [...entries, ['data/more.html', utf8('more')]]
    expect(await judge(pack(more, { isDeflated: true }))).toMatchObject({ verdict: 'invalid' })
    expect(await judge(pack([...entries, ['run.exe', utf8('x')]]))).toMatchObject({
      verdict: 'invalid',
      open: ['package-layout:unknown-entry'],
    })
  })

  it('is refused where programs would unpack different things', async () => {
    const twice: Entry[] = [...entries, ['data/page.html', utf8('altered')]]
    expect((await judge(pack(twice, { isDeflated: true }))).open).toEqual(['package-layout:repeated-entry'])
    const renamed = Buffer.from(pack(entries, { isDeflated: true }))
    renamed.set(utf8('README.TXT'), renamed.indexOf('README.txt'))
    expect((await judge(renamed)).open).toEqual(['package-layout:bad-container'])
    // An entry that the directory does not name.
    const hidden = pack([['data/page.html', utf8('altered')]]).subarray(0, 30 + 'data/page.html'.length + 7)
    expect((await judge(concat(hidden, pack(entries)), 'x.asice')).open).toEqual(['package-layout:bad-container'])
  })

  it('gives no more than its entries say, whatever the stream would give', async () => {
    const bomb = Buffer.from(pack([['data/page.html', new Uint8Array(5_000_000)]], { isDeflated: true }))
    const at = bomb.lastIndexOf('data/page.html') - 46
    bomb.writeUInt32LE(10, at + 24)
    bomb.writeUInt32LE(10, 22)
    expect((await judge(bomb, 'x.asice')).open).toEqual(['package-layout:bad-container'])
  })

  it('is told apart from an archive that holds packages', async () => {
    const archive = pack([
      ['证据/一.asice', bytes],
      ['证据/二.asice', bytes],
    ])
    expect(await judge(archive)).toEqual({
      kind: 'file',
      verdict: 'incomplete',
      open: ['package-given:zip-of-packages'],
    })
    expect(await judge(buildZip([['notes.txt', utf8('x')]]))).toMatchObject({ open: ['package-given:undefined'] })
  })
})
