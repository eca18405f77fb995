import { describe, expect, it } from 'vitest'
import {
  addressOf,
  bareText,
  digitsOf,
  doubtOf,
  hexOf,
  mailOf,
  numberOf,
  phoneOf,
  takenOf,
  typedAs,
} from '../../contract/kit/typed/clean.ts'

describe('text that can only be ASCII', () => {
  it.each([
    ['\u0000a\u001fb\u007f\u009f', 'ab'],
    ['a\u00adb\u200bc\u200dd\u2060e\ufefff\u2066g', 'abcdefg'],
    ['a\ufff9b\ufffac\ufffbd', 'abcd'],
    ['a\u180eb\u034fc\u3164d', 'abcd'],
    [' a\tb\nc\u00a0d\u3000e\u2009f\u2028g ', 'abcdefg'],
    ['！～ＡＺａｚ０９', '!~AZaz09'],
    ['a‐b‑c‒d–e—f―g−h﹘i﹣j－k', 'a-b-c-d-e-f-g-h-i-j-k'],
    ['ﬁ①é中𝟏\u0301', 'ﬁ①é中𝟏\u0301'],
  ])('%j is %j', (text, taken) => expect(bareText(text)).toBe(taken))

  it.each([
    ['123-456-78', '12345678'],
    ['a-b-C', 'abC'],
    ['-12', '-12'],
    ['12-', '12-'],
    ['1--2', '1--2'],
    ['1-é', '1-é'],
    ['Z-9', 'Z9'],
    ['0-A', '0A'],
    ['1/2', '1/2'],
  ])('digits %j in groups are %j', (text, taken) => expect(digitsOf(text)).toBe(taken))

  it('numbers are in capitals, and keep what is no group', () => {
    expect(numberOf('9135-0100-m000 100y-43')).toBe('91350100M000100Y43')
    expect(numberOf('x-')).toBe('X-')
  })

  it.each([
    ['0xAB:CD-ef', 'abcdef'],
    ['0XAB', 'ab'],
    ['ab0xcd', 'ab0xcd'],
    ['00xab', '00xab'],
    ['ab cd', 'abcd'],
    ['ab.cd', 'ab.cd'],
  ])('digest %j is %j', (text, taken) => expect(hexOf(text)).toBe(taken))

  it.each([
    [' Li.Lei＠Example。com ', 'li.lei@example。com'],
    ['li\u200blei@example.com\u3000', 'lilei@example.com'],
    ['li lei@example.com', 'li lei@example.com'],
    ['ａ－ｂ＠ｅ．ｃｏｍ', 'a-b@e.com'],
  ])('mail address %j is %j', (text, taken) => expect(mailOf(text)).toBe(taken))
})

describe('a phone', () => {
  it.each([
    // Mobiles, in the groups in which they are read.
    ['13800138000', '13800138000'],
    ['138 0013 8000', '13800138000'],
    ['138 00138000', '13800138000'],
    ['1380013 8000', '13800138000'],
    ['  138-0013-8000  ', '13800138000'],
    ['138.0013.8000', '13800138000'],
    ['138  0013 - 8000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    // Groups of somewhere else.
    ['1380 0138 000', '13800138000'],
    ['138-001-38000', '138-001-38000'],
    ['1-380-013-8000', '1-380-013-8000'],
    ['1 (380) 013-8000', '1380013-8000'],
    ['(138) 0013 8000', '13800138000'],
    // No mobiles.
    ['12800138000', '12800138000'],
    ['1380013800', '1380013800'],
    ['138001380000', '138001380000'],
    ['138-0013-80000', '138-0013-80000'],
    // With the country's own prefix.
    ['+86 138 0013 8000', '13800138000'],
    ['+86-138-001-38000', '13800138000'],
    ['0086-13800138000', '13800138000'],
    ['86 13800138000', '13800138000'],
    ['86-138-0013-8000', '13800138000'],
    ['+86 (0)138 0013 8000', '13800138000'],
    ['+86 (0)128 0013 8000', '012800138000'],
    ['(+86) 138 0013 8000', '13800138000'],
    ['+8613800138000', '13800138000'],
    ['+860138001380001', '0138001380001'],
    // Landlines.
    ['010-88887777', '010-88887777'],
    ['010-8888-7777', '010-88887777'],
    ['0571-888-7777', '0571-8887777'],
    ['0571-8888-7777', '0571-88887777'],
    ['010-8888-7777-123', '010-8888-7777-123'],
    ['0571-88-7777', '0571-88-7777'],
    ['05711-8888-7777', '05711-8888-7777'],
    ['571-8888-7777', '571-8888-7777'],
    ['+86 10 8888 7777', '01088887777'],
    ['+86-10-8888-7777', '010-88887777'],
    ['+86 21-8888 7777', '021-88887777'],
    ['+86 571-8888 7777', '0571-88887777'],
    ['+86 (0)571 8888 7777', '057188887777'],
    ['+86-0571-8888-7777', '0571-88887777'],
    ['0086 755 8888 7777', '075588887777'],
    ['+86 400 820 1234', '4008201234'],
    ['+86-400-820-1234', '400-820-1234'],
    ['+86 95588', '095588'],
    ['+86 12345', '12345'],
    ['+86 110', '110'],
    // Without the plus it may be the beginning of a number here.
    ['86 10 8888 7777', '861088887777'],
    ['8610-8888-7777', '8610-8888-7777'],
    ['+852 2345 6789', '+85223456789'],
    ['00852-23456789', '00852-23456789'],
    ['', ''],
  ])('%j is dialled as %j', (text, taken) => expect(phoneOf(text)).toBe(taken))
})

describe('an address', () => {
  it.each([
    [' https://a.example/ ', 'https://a.example/'],
    ['https://a.example/b\u200bc\u2060d\u00ade', 'https://a.example/bcde'],
    ['https://a.example/\u0000b\u061cc\u200ed\u202ee\u2066f\u2069g\ufff9h', 'https://a.example/bcdefgh'],
    ['https://a.example/b c', 'https://a.example/b c'],
    // Signs that join stand between letters of scripts that join them, and nowhere else.
    ['https://a.example/می\u200cخ', 'https://a.example/می\u200cخ'],
    ['https://a.example/a\u200db', 'https://a.example/ab'],
    ['https://a.example/a\u200dخ', 'https://a.example/aخ'],
    ['https://a.example/خ\u200da', 'https://a.example/خa'],
    ['https://a.example/خ\u200d\u200cخ', 'https://a.example/خخ'],
    ['\u200chttps://a.example/\u200c', 'https://a.example/'],
    // The host is the same in full widths; behind it any sign may be meant.
    ['https://ａ．example／b／c', 'https://a.example/b／c'],
    ['https：／／a.example/b', 'https://a.example/b'],
    ['https://a.example：8443/b：c', 'https://a.example:8443/b：c'],
    ['https://a.example？q＝1', 'https://a.example?q＝1'],
    ['https://a.example＃b＃c', 'https://a.example#b＃c'],
    ['HTTP://ａ.example/', 'HTTP://a.example/'],
    ['https://a－b.example/', 'https://a-b.example/'],
    // All was typed in full widths.
    ['ｈｔｔｐ：／／ａ．ｂ／ｃ？ｄ＝１＃ｅ', 'http://a.b/c?d=1#e'],
    ['ＨＴＴＰＳ：／／ａ．ｂ／（ｃ）', 'HTTPS://a.b/（c）'],
    ['ｈｔｔｐｓ：／／ａ．ｂ／ｃ，ｄ；ｅ', 'https://a.b/c，d；e'],
    // No address of the web.
    ['ftp：／／ａ/', 'ftp：／／ａ/'],
    ['ａ．example', 'ａ．example'],
    ['httpss://ａ/', 'httpss://ａ/'],
    ['see https://ａ/', 'see https://ａ/'],
  ])('%j is %j', (text, taken) => expect(addressOf(text)).toBe(taken))

  const doubtful = (address: string) => doubtOf(address)
  it.each(['…', '、', '。', '！', '，', '：', '；', '？'])(
    'that ends with %s may have it from its sentence',
    (sign) => {
      expect(doubtful(`https://a.example/b${sign}`)).toEqual({ key: 'url-ends', sign })
      expect(doubtful(`https://a.example/${sign === '？' || sign === '！' ? '、' : sign}b`)).toBeUndefined()
    },
  )
  it.each(['（）', '【】', '《》', '「」', '『』', '“”', '‘’'])(
    'that ends with the second of %s may have it so',
    (pair) => {
      const [opening, closing] = [...pair] as [string, string]
      expect(doubtful(`https://a.example/b${closing}`)).toEqual({ key: 'url-ends', sign: closing })
      expect(doubtful(`https://a.example/${opening}b${closing}`)).toBeUndefined()
      expect(doubtful(`https://a.example/b${opening}`)).toBeUndefined()
    },
  )
  it.each(['％', '＆', '／', '０', '９', '＝', '？', 'Ａ', 'Ｚ', 'ａ', 'ｚ'])(
    'may have %s for the sign of ASCII',
    (sign) => {
      expect(doubtful(`https://a.example/b${sign}c`)).toEqual({ key: 'url-wide', sign })
    },
  )
  it.each(['）', '～', '＃', '＋', '中'])('holds %s as any other sign', (sign) =>
    expect(doubtful(`https://a.example/b${sign}c`)).toBeUndefined(),
  )
  it('of nothing leaves no doubt', () => expect(doubtful('')).toBeUndefined())
})

describe('what was typed', () => {
  it('is cleaned where it is text, and left to its rule where it is none', () => {
    const clean = typedAs((text) => `<${text}>`)
    expect([clean('a'), clean(''), clean(undefined), clean(7), clean(null)]).toEqual(['<a>', '<>', undefined, 7, null])
  })
  it('is told as it was taken where that is another text', () => {
    const upper = (text: string) => text.trim().toUpperCase()
    expect([takenOf('a', upper), takenOf('A', upper), takenOf(' A ', upper)]).toEqual(['A', undefined, undefined])
  })
})
