import { describe, expect, it } from 'vitest'
import { previewAddress, progressAddress } from '../../src/certificates/public/shared/own-address.ts'

const origin = 'https://evidence.example'
const token = 'A1_-'.repeat(10) + 'xyz'
const number = '261121000000000018'
const path = `/shimakaze/share/${token}/file/3`
const once = encodeURIComponent
const preview = (file: string, type = 'image', of = number) =>
  previewAddress(`/mobile/preview/${file}/${type}/${of}`, origin)
const progress = (file: string) => progressAddress(`/mobile/previewProgress/${file}`, origin)

describe('the address of a file in a path', () => {
  it.each([
    ['a path', once(path)],
    ['an address of this origin', once(`${origin}${path}`)],
    ['a path with every sign encoded', [...path].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ])('is taken as %s', (_, file) => {
    expect(preview(file)).toEqual({ token, position: 3, player: 'image', number })
    expect(progress(file)).toEqual({ token, position: 3 })
  })

  it('may stand as it is where the rest of the path is the address', () => {
    expect(progress(path.slice(1))).toEqual({ token, position: 3 })
    expect(progress(`${path.slice(1)}/`)).toEqual({ token, position: 3 })
  })

  it('may end with a slash', () => {
    expect(previewAddress(`/mobile/preview/${once(path)}/pdf/${number}/`, origin)).toMatchObject({ player: 'pdf' })
  })
})

const hostile = [
  'https://evil.example/x',
  `https://evil.example${path}`,
  `http://evidence.example${path}`,
  `https://evidence.example:8443${path}`,
  `https://evidence.example.evil.example${path}`,
  `https://evidence.example@evil.example${path}`,
  `https://user@evidence.example${path}`,
  `https://user:secret@evidence.example${path}`,
  `https://evidence.example\\@evil.example${path}`,
  `https://evidence.example.${path}`,
  `https:evidence.example${path}`,
  `https:/evidence.example${path}`,
  `https:///evidence.example${path}`,
  `HTTPS://EVIDENCE.EXAMPLE${path}`,
  `//evil.example${path}`,
  `//evidence.example${path}`,
  `///evil.example${path}`,
  '//evil',
  `\\\\evil.example${path}`,
  `/\\evil.example${path}`,
  path.replaceAll('/', '\\'),
  `/${path}`,
  `javascript:alert(1)`,
  `javascript:alert(1)//${path}`,
  `JaVaScRiPt:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `data:image/png;base64,AAAA`,
  `blob:${origin}/0b5c6b00-0000-4000-8000-000000000000`,
  `file:///etc/passwd`,
  `ftp://evidence.example${path}`,
  `view-source:${origin}${path}`,
  `/shimakaze/share/../share/${token}/file/3`,
  `/shimakaze/share/${token}/file/../package`,
  `/shimakaze/share/${token}/file/3/../../package`,
  `/shimakaze/./share/${token}/file/3`,
  `/shimakaze/share/${token}/file/3/preview`,
  `/shimakaze/share/${token}/file/3?x=1`,
  `/shimakaze/share/${token}/file/3#x`,
  `/shimakaze/share/${token}/file/3;x`,
  `/shimakaze/share/${token}/file/3\n`,
  `/shimakaze/share/${token}/file/3\0`,
  ` ${path}`,
  `\t${path}`,
  `/\t/evil.example${path}`,
  `/shimakaze/share/${token}/file/0`,
  `/shimakaze/share/${token}/file/-1`,
  `/shimakaze/share/${token}/file/03`,
  `/shimakaze/share/${token}/file/3e1`,
  `/shimakaze/share/${token}/file/1000000`,
  `/shimakaze/share/${token}/file/٣`,
  `/shimakaze/share/${token}/file/`,
  `/shimakaze/share/${token}/package`,
  `/shimakaze/share/${token.slice(1)}/file/3`,
  `/shimakaze/share/${token}A/file/3`,
  `/shimakaze/share/${token.slice(1)}%/file/3`,
  `/shimakaze/evidence/file/3`,
  `/shimakaze/logout`,
  `/SHIMAKAZE/share/${token}/file/3`,
  `shimakaze/share/${token}/file/3`,
  `${origin}`,
  `${origin}${origin}${path}`,
  once(path),
  once(`${origin}${path}`),
  once('https://evil.example/x'),
  '',
]

/** Right where nothing else encodes them. */
const wholeWhereItStands = new Set([`shimakaze/share/${token}/file/3`, once(path), once(`${origin}${path}`), ''])

describe('any other address', () => {
  it('is tried in many ways', () => expect(hostile.length).toBeGreaterThan(40))

  it.each(hostile)('%j names nothing of ours', (text) => {
    expect(preview(once(text))).toBeUndefined()
    expect(progress(once(text))).toBeUndefined()
  })

  it.each(hostile.filter((text) => !wholeWhereItStands.has(text)))(
    '%j names nothing of ours where it stands as it is',
    (text) => {
      // The first slash is the one before the rest of the path.
      expect(progress(text)).toBeUndefined()
    },
  )

  it.each(['%', '%E0%A4%A', '%zz', '%C0%AF', '%2Fshimakaze%'])('%j is no encoding', (file) => {
    expect(preview(file)).toBeUndefined()
    expect(progress(file)).toBeUndefined()
  })
})

it('asks for a kind that can be shown and a whole number', () => {
  const file = once(path)
  for (const type of ['html', 'svg', 'IMAGE', 'constructor', '', '%69mage']) expect(preview(file, type)).toBeUndefined()
  for (const of of ['1', `${number}1`, '26112100000000001x', '%32', '', '２６１１２１００００００００００１８'])
    expect(preview(file, 'image', of)).toBeUndefined()
})

it('reads its own paths alone', () => {
  expect(previewAddress(`/x/mobile/preview/${once(path)}/image/${number}`, origin)).toBeUndefined()
  expect(previewAddress(`/mobile/preview/${path}/image/${number}`, origin)).toBeUndefined()
  expect(progressAddress('/mobile/previewProgress/', origin)).toBeUndefined()
})
