import { describe, expect, it } from 'vitest'
import {
  firstView,
  isTallLacking,
  keptWindows,
  type PageMap,
  readPageMap,
  viewsOf,
  wholeComposed,
} from '../../../src/captures/web/page-map.ts'

const box = { x: 0, y: 0, width: 1_280, height: 720 }
const windowAt = (y: number, path: string | null) => ({
  path,
  at: '2026-11-21T08:38:10.120Z',
  x: 0,
  y,
  insets: { top: 0, bottom: 0 },
})
const strip = (window: number, atY: number) => ({ window, x: 0, y: 0, width: 1_280, height: 720, atX: 0, atY })
const main = {
  way: 'element',
  box,
  windows: [
    windowAt(0, 'screenshot/window-0001.png'),
    windowAt(360, null),
    windowAt(720, 'screenshot/window-0002.png'),
  ],
  composed: { width: 1_280, height: 1_440, strips: [strip(0, 0), strip(2, 720)] },
}
const whole = {
  version: 1,
  window: { width: 1_280, height: 720, scale: 1 },
  tall: { width: 1_280, height: 720 },
  main,
  areas: [],
  taller: { path: 'screenshot/taller-window.png', width: 1_280, height: 2_000 },
  measure: { runs: 10, characters: 90, pictured: 90, share: 1, lost: 0, blocks: 0 },
  lost: [],
  unseen: { hidden: 0, offPage: 0 },
}
const everything = () => true
const read = (changes: object = {}) => readPageMap({ ...whole, ...changes })
const good = (changes?: object) => read(changes) as PageMap

describe('the record of the pictures of a page', () => {
  it.each([
    ['nothing', null],
    ['a text', 'page-map'],
    ['of a later version', { ...whole, version: 2 }],
    ['without a window', { ...whole, window: undefined }],
    ['with a picture of no size', { ...whole, tall: { width: 0, height: 720 } }],
    ['with an instant that is none', { ...whole, main: { ...main, windows: [{ ...windowAt(0, null), at: 'then' }] } }],
    [
      'with a strip of a window before the first',
      { ...whole, main: { ...main, composed: { ...main.composed, strips: [strip(-1, 0)] } } },
    ],
  ])('is none where it is %s', (_, given) => {
    expect(readPageMap(given)).toBeUndefined()
  })

  it('offers the views that exist, and no others', () => {
    expect(viewsOf(good(), everything)).toEqual(['composed', 'seen', 'tall', 'taller'])
    expect(viewsOf(good({ main: null, taller: null }), everything)).toEqual(['tall'])
    expect(viewsOf(good({ tall: null }), (path) => path.includes('taller'))).toEqual(['taller'])
  })

  it('counts windows as they were looked at, and shows those that were kept', () => {
    expect(keptWindows(good().main!, everything).map(({ number }) => number)).toEqual([1, 3])
  })

  it('puts no picture together from windows of which one is not there', () => {
    expect(wholeComposed(good().main!, everything)).toBeDefined()
    expect(wholeComposed(good().main!, (path) => !path.includes('0002'))).toBeUndefined()
    for (const window of [1, 3]) {
      const composed = { ...main.composed, strips: [strip(0, 0), strip(window, 720)] }
      expect(wholeComposed(good({ main: { ...main, composed } }).main!, everything)).toBeUndefined()
    }
  })

  const noted = [{ code: 'areas-in-windows' }, { code: 'seen-in-windows' }]
  const plain = { ...main, composed: null }
  const mostly = good({ main: plain })

  it('begins with all of the page in one picture', () => {
    expect(firstView(good(), everything, noted)).toBe('composed')
    expect(firstView(mostly, everything, [])).toBe('tall')
    expect(firstView(good({ main: plain, tall: null }), everything, [])).toBe('seen')
    expect(firstView(good({ main: null, tall: null }), everything, [])).toBe('taller')
    expect(firstView(good({ main: null, tall: null, taller: null }), everything, noted)).toBeUndefined()
  })

  it('begins with what was seen where the whole-page picture lacks much of it', () => {
    expect(firstView(mostly, everything, noted)).toBe('seen')
    expect(firstView(good({ main: plain, tall: null }), everything, noted)).toBe('seen')
  })

  it('begins with the whole-page picture where it lacks little, or the windows are not there', () => {
    const few = good({ main: { ...plain, windows: [...main.windows, windowAt(1_080, null)] } })
    for (const [map, isThere] of [
      [few, everything],
      [mostly, (path: string) => !path.includes('0002')],
      [good({ main: null }), everything],
    ] as const) {
      expect(firstView(map, isThere, noted)).toBe('tall')
      expect(isTallLacking(map, isThere, noted)).toBe(false)
    }
  })

  it('says that the whole-page picture lacks much only where there is one', () => {
    expect(isTallLacking(mostly, everything, noted)).toBe(true)
    expect(isTallLacking(mostly, everything, [])).toBe(false)
    expect(isTallLacking(good({ main: plain, tall: null }), everything, noted)).toBe(false)
  })
})
