import { describe, expect, it } from 'vitest'
import { parseSigns } from '../../../server/captures/engine/browser/font-signs.ts'
import {
  chooseCandidates,
  countSigns,
  type Drawn,
  judgeSigns,
} from '../../../server/captures/web/page/seen/missing-signs.ts'

const run = (text: string) => ({ text })

describe('what fonts have', () => {
  const list = ['/f/A.ttf\t20-7e 4e00', '/f/B.otf\t1f9fe 20000-20002', '/f/C.ttc\t10fffd', '/f/D.woff\ta000-a48c'].join(
    '\n',
  )
  const signs = parseSigns(`${list}\n`)

  it.each<[string, number]>([
    ['the first of a range', 0x20],
    ['the last of a range', 0x7e],
    ['a code point by itself', 0x4e00],
    ['one beyond the first plane', 0x1f9fe],
    ['the middle of a range there', 0x20001],
    ['the last but two of all', 0x10fffd],
  ])('is %s', (_, point) => expect(signs.has(point)).toBe(true))

  it.each<[string, number]>([
    ['before a range', 0x1f],
    ['behind a range', 0x20003],
    ['in a file that no browser draws from', 0xa000],
  ])('is nothing %s', (_, point) => expect(signs.has(point)).toBe(false))

  it('is nothing where lines are no list', () => {
    const none = parseSigns('\n/f/A.ttf\n/f/B.ttf\t\n/f/C.ttf\tzz 9-1 -5\n20-7e\n')
    expect([0, 1, 5, 9, 0x20, 0x7e].filter((point) => none.has(point))).toEqual([])
  })
})

describe('signs that are asked about', () => {
  it('are counted over all runs, each whole', () => {
    expect([...countSigns([run('𠮷田'), run('田𠮷𠮷 a~')])]).toEqual([
      ['𠮷', 3],
      ['田', 2],
    ])
  })

  it.each<[string, string]>([
    ['what every font has', 'Az09~'],
    ['marks', 'a\u0301 \u0f72\u093f\u20e3'],
    ['joiners, and what chooses a form', '\u200d\u200c\ufe0f\u{e0100}\u180b'],
    ['spaces and fillers', '\u00a0\u3000\u2003\u3164'],
    ['what steers', '\u0085\u202e\u2066\ufeff\u{e0041}'],
    ['halves of a sign', '\ud83e'],
    ['places of objects', '\ufffc'],
  ])('are not %s', (_, text) => expect([...countSigns([run(text)]).keys()]).toEqual([]))

  it('are those that no font has, or all where nobody knows', () => {
    const counts = countSigns([run('田𠮷')])
    expect(chooseCandidates(counts, parseSigns('/a.ttf\t7530'))).toEqual(['𠮷'])
    expect(chooseCandidates(counts, null)).toEqual(['田', '𠮷'])
  })
})

describe('a sign is missing', () => {
  const judge = (text: string, drawn: Drawn, isKnown = true) =>
    judgeSigns([...text], drawn, countSigns([run(text)]), isKnown).map((sign) => sign.text)

  it('where an element shows it as a box', () => {
    const drawn = { 𠮷: { isBox: true, isFound: true }, 𪚥: { isBox: false, isFound: true } }
    expect(judge('𠮷𪚥', drawn)).toEqual(['𠮷'])
  })

  it('of private signs where an element was found alone', () => {
    expect(judge('\ue001', { '\ue001': { isBox: true, isFound: true } })).toEqual(['\ue001'])
    expect(judge('\ue001', { '\ue001': { isBox: true, isFound: false } })).toEqual([])
    expect(judge('\ue001\u{f0000}', {})).toEqual([])
  })

  it('where it could not be drawn at all, if it is known that no font has it', () => {
    expect(judge('𠮷', {})).toEqual(['𠮷'])
    expect(judge('𠮷', {}, false)).toEqual([])
  })
})
