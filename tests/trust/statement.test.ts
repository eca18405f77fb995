import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUtf8, utf8 } from '../../proof/bytes.ts'
import { freePath, isDataPath, toDataPath } from '../../proof/package/paths.ts'
import { parseStatement, statementBytes } from '../../proof/statement.ts'
import { smallContents, statementFor } from './sample.ts'

const good = () => statementFor(smallContents)
const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('the evidence statement', () => {
  it('is read back from its canonical bytes', () => {
    expect(parseStatement(statementBytes(good()))).toEqual(good())
  })

  it.each([
    ['white space', (text: string) => ` ${text}`, 'statement-not-canonical'],
    ['a byte order mark', (text: string) => `\uFEFF${text}`, 'statement-not-json'],
    [
      'a repeated key',
      (text: string) => text.replace('{', '{"acting":{"name":"x","role":"y"},'),
      'statement-not-canonical',
    ],
    ['another spelling of a character', (text: string) => text.replace('示例', '\\u793a例'), 'statement-not-canonical'],
    ['an unknown key', (text: string) => text.replace(/\}$/, ',"zz":1}'), 'bad-statement'],
    ['a key that every object knows', (text: string) => text.replace(/\}$/, ',"toString":1}'), 'bad-statement'],
    ['a key that is none', (text: string) => text.replace('{', '{"__proto__":{"zz":1},'), 'bad-statement'],
    [
      'a digest in upper case',
      (text: string) => text.replace(/"sha256":"[^"]+"/, (m) => m.toUpperCase().replace('SHA256', 'sha256')),
      'bad-statement',
    ],
    ['a path that wanders', (text: string) => text.replace('data/page.html', 'data/../page.html'), 'bad-statement'],
    ['a short number', (text: string) => text.replace('261121123456789012', '2611'), 'bad-statement'],
    ['broken JSON', (text: string) => text.slice(1), 'statement-not-json'],
  ])('refuses %s', (_, change, code) => {
    expect(codeOf(() => parseStatement(utf8(change(fromUtf8(statementBytes(good()))))))).toBe(code)
  })

  it('refuses two files whose names differ only in case, and none at all', () => {
    const [file] = good().files
    expect(
      codeOf(() =>
        statementBytes({
          ...good(),
          files: [file!, { ...file!, path: file!.path.toUpperCase().replace('DATA/', 'data/') }],
        }),
      ),
    ).toBe('bad-statement')
    expect(codeOf(() => statementBytes({ ...good(), files: [] }))).toBe('bad-statement')
  })
})

describe('paths of originals', () => {
  it.each([
    'data/a/../b',
    '/data/a',
    'data//a',
    'data/',
    'data/a\\b',
    'data/.hidden',
    'data/-rf',
    'data/a ',
    'data/con',
    'data/a\nb',
    'data/"q"',
    'other/a',
    'data/a&b',
  ])('refuses %j', (path) => expect(isDataPath(path)).toBe(false))

  it('can be made from any file name', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => isDataPath(toDataPath(name))))
    expect(toDataPath('截图 (1).png')).toBe('data/截图_(1).png')
  })

  it.each(['\u{20000}', '字', 'é', 'x', '\u0130', '\u023A'])('made of %j are names that file systems take', (sign) => {
    for (const name of [sign.repeat(300), `${sign.repeat(300)}.${sign.repeat(300)}`, `${sign.repeat(300)}.pdf`])
      for (const made of [toDataPath(name), toDataPath(name.toLowerCase())])
        expect(Buffer.byteLength(made.slice('data/'.length))).toBeLessThan(240)
  })

  it('that only differ in case are not the same for long', () => {
    const taken = ['data/a.txt', 'data/A (2).TXT', 'data/b']
    expect(freePath('data/A.txt', taken)).toBe('data/A (3).txt')
    expect(freePath('data/B', taken)).toBe('data/B (2)')
    expect(freePath('data/c.txt', taken)).toBe('data/c.txt')
  })
})
