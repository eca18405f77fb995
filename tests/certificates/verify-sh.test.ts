import { beforeAll, describe, expect, it } from 'vitest'
import { utf8 } from '../../proof/bytes.ts'
import { png } from '../kit/pictures.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import {
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
import { entriesOf, replaced, type Entry } from '../trust/zip-builder.ts'
import { byScript, fileOf } from './verifiers.ts'

const hasTools = requireTool('dash') && requireTool('openssl') && requireTool('sha256sum')
let sample: Sample
let entries: Entry[]
let packagePath: string

async function prepare(clock?: ReturnType<typeof fixedClock>, contents = smallContents) {
  const made = await makeSample(await localAuthority(temporary(), clock), statementFor(contents))
  const { path, bytes } = await writeSample(made, contents)
  return { made, path, list: await entriesOf(bytes) }
}

beforeAll(async () => {
  const { made, path, list } = await prepare()
  sample = made
  packagePath = path
  entries = list
})

const sealPath = 'META-INF/signature001.p7s'
/** One byte more in its first length, as openssl reads it and DER does not have it. */
const longer = (list: Entry[]) =>
  Buffer.concat([Buffer.from([0x30, 0x83, 0]), list.find(([path]) => path === sealPath)![1].subarray(2)])

describe.runIf(hasTools)('verify.sh', () => {
  it.runIf(requireTool('unzip'))('passes the package as unzip unpacks it, in both languages', () => {
    const dir = temporary()
    expect(runTool('unzip', ['-q', packagePath, '-d', dir]).ok).toBe(true)
    const outcome = runTool('dash', ['verify.sh'], dir)
    expect(outcome.text).toContain('核验通过')
    expect(outcome.text).toContain('Result: valid')
    expect(outcome.ok).toBe(true)
  })

  it('passes with the root brought from outside, and fails with another', async () => {
    expect(byScript(entries, fileOf(sample.authority.trustMaterial().ca)).ok).toBe(true)
    const other = await localAuthority()
    expect(byScript(entries, fileOf(other.trustMaterial().ca)).ok).toBe(false)
  })

  it('passes a package whose certificates expired long ago', async () => {
    const { list } = await prepare(fixedClock('2001-02-28T23:59:08Z'))
    const outcome = byScript(list)
    expect(outcome.text).toContain('Feb 28 23:59:08 2001')
    expect(outcome.ok).toBe(true)
  })

  it.each<[string, (list: Entry[]) => Entry[]]>([
    ['an extra file', (l) => [...l, ['extra.txt', utf8('x')]]],
    ['an extra original', (l) => [...l, ['data/extra.txt', utf8('x')]]],
    ['a missing original', (l) => l.filter((e) => e[0] !== 'data/page.html')],
    ['a missing token', (l) => l.filter((e) => e[0] !== 'META-INF/timestamp001.tst')],
    ['a length of the seal that is written in another way', (l) => replaced(l, sealPath, longer(l))],
    ['a comment line in the list of digests', (l) => replaced(l, 'SHA256SUMS', utf8('# x\n'))],
  ])('fails with %s', (_, change) => {
    expect(byScript(change(entries)).ok).toBe(false)
  })

  it('notices a flipped bit wherever it is', () => {
    const random = seeded(seed)
    console.log(`verify.sh sweep: seed ${seed}`)
    const weak = entries.filter(
      ([path]) => path === 'META-INF/signature001.p7s' || path === 'META-INF/ASiCManifest002.xml',
    )
    const spots = [
      ...Array.from({ length: 28 }, (_, i) => entries[i % entries.length]!),
      ...Array.from({ length: 20 }, (_, i) => weak[i % 4 ? 1 : 0] ?? weak[0]!),
    ]
    for (const [path, bytes] of spots.filter(([, b]) => b.length)) {
      const changed = new Uint8Array(bytes)
      const at = random(changed.length)
      changed[at]! ^= 1 << random(8)
      expect(byScript(replaced(entries, path, changed)).ok, `${path} byte ${at}`).toBe(false)
    }
  }, 240_000)

  describe('a page put together from windows', () => {
    const [first, second] = ['data/screenshot/window-0001.png', 'data/screenshot/window-0002.png']
    const mapPath = 'data/page-map.json'
    const strips = [0, 1].map((window) => ({ window, x: 0, y: 0, width: 4, height: 3, atX: 0, atY: window * 3 }))
    const map = (all: readonly unknown[]) => utf8(JSON.stringify({ version: 1, main: { composed: { strips: all } } }))
    const contents = {
      [first]: Buffer.from(png(4, 3)),
      [second]: Buffer.from(png(4, 4)),
      [mapPath]: Buffer.from(map(strips)),
    }
    let windows: Entry[]
    const bytesOf = (list: Entry[], path: string) => list.find((entry) => entry[0] === path)![1]

    beforeAll(async () => {
      windows = (await prepare(undefined, contents)).list
    })

    it('passes as it is', () => expect(byScript(windows).ok).toBe(true))

    it.each<[string, (list: Entry[]) => Entry[]]>([
      [
        'a changed byte in a window',
        (l) =>
          replaced(
            l,
            second,
            bytesOf(l, second).map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
          ),
      ],
      [
        'its windows in another order',
        (l) => replaced(replaced(l, first, bytesOf(l, second)), second, bytesOf(l, first)),
      ],
      ['a wrong offset in the map', (l) => replaced(l, mapPath, map(strips.map((strip) => ({ ...strip, atY: 0 }))))],
      ['a missing strip in the map', (l) => replaced(l, mapPath, map(strips.slice(1)))],
    ])('fails with %s', (_, change) => expect(byScript(change(windows)).ok).toBe(false))
  })
})
