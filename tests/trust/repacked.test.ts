import { beforeAll, describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../proof/bytes.ts'
import { kindOf, verifyFile } from '../../proof/verify-file.ts'
import { blobOf, localAuthority, makeSample, type Sample, smallContents, statementFor, writeSample } from './sample.ts'
import { numbers, packAgain as pack } from './pack-again.ts'
import { buildZip, entriesOf, type Entry } from './zip-builder.ts'

let sample: Sample
let bytes: Uint8Array
let entries: Entry[]
beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  bytes = (await writeSample(sample, smallContents)).bytes
  entries = await entriesOf(bytes)
})

const judge = async (zip: Uint8Array, name = '') => {
  const file = blobOf(zip)
  const kind = await kindOf(file, name)
  const { verdict, facts } = await verifyFile(file, kind, { anchors: [sample.authority.trustMaterial().ca] })
  const open = facts.filter(({ status }) => status !== 'proven')
  return { kind, verdict, open: open.map(({ code, detail }) => `${code}:${detail['reason']}`) }
}
const isRepacked = { kind: 'package', verdict: 'valid', open: ['packed-as-issued:repacked-whole'] }
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
    // That the entries are as they were sealed is said of none of these.
    const altered = await judge(pack(changed, { isDeflated: true }))
    expect(altered).toMatchObject({ kind: 'package', verdict: 'invalid' })
    expect(altered.open).toContain('packed-as-issued:repacked')
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

  it('is refused where a comment or a field of an entry leads some programs elsewhere', async () => {
    const refused = async (zip: Uint8Array) => (await judge(zip, 'x.asice')).open
    const forged = pack([['data/page.html', utf8('altered')]])
    // A whole archive within the comment, whose own end claims a comment that is not there.
    const end = Buffer.from(forged)
    end.writeUInt16LE(1, end.length - 2)
    const base = Buffer.from(pack(entries))
    base.writeUInt16LE(end.length, base.length - 2)
    expect(await refused(concat(base, end))).toEqual(['package-layout:bad-container'])
    const whole = Buffer.from(pack(entries))
    whole.writeUInt16LE(forged.length, whole.length - 2)
    expect(await refused(concat(whole, forged))).toEqual(['package-layout:bad-container'])
    // The locator of another directory, which Python looks for before every end.
    const locator = Buffer.concat([Buffer.from('PK\x06\x07', 'latin1'), Buffer.alloc(16)])
    const located = Buffer.from(pack(entries))
    const [front, back] = [located.subarray(0, located.length - 22), located.subarray(located.length - 22)]
    expect(await refused(concat(front, locator, back))).toEqual(['package-layout:bad-container'])
    const renaming = numbers(9, [
      [0, 2, 0x7075],
      [2, 2, 5],
    ])
    expect(await refused(pack(entries, { extra: renaming }))).toEqual(['package-layout:bad-container'])
  })

  it.each(['../evidence.json', 'x/../run.sh', '/etc/passwd', '__MACOSX/../../.bashrc', 'data//page.html'])(
    'is refused with an entry at %s, which nobody may unpack',
    async (path) => {
      const more: Entry[] = [...entries, [path, utf8('x')]]
      expect((await judge(pack(more, { isDeflated: true }), 'x.asice')).open).toEqual(['package-layout:bad-container'])
    },
  )

  it('leaves out nothing that has content, whatever it is called', async () => {
    for (const path of ['data/desktop.ini', 'Thumbs.db', '__MACOSX/run.sh'])
      expect((await judge(pack([...entries, [path, utf8('x')]], { isDeflated: true }))).verdict).toBe('invalid')
    const full: Entry[] = [...entries, ['data/more/', utf8('x')]]
    expect((await judge(pack(full), 'x.asice')).open).toEqual(['package-layout:bad-container'])
  })

  it('holds an original that is itself an archive', async () => {
    const archive = buildZip([['notes.txt', utf8('x')]])
    const contents = { ...smallContents, 'data/archive.zip': archive }
    const other = await makeSample(sample.authority, statementFor(contents))
    const list = await entriesOf((await writeSample(other, contents)).bytes)
    const last = list.toSorted(([a], [b]) => Number(a === 'data/archive.zip') - Number(b === 'data/archive.zip'))
    expect(await judge(pack(last, { comment: 'x' }))).toEqual(isRepacked)
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
