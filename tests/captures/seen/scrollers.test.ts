import { describe, expect, it } from 'vitest'
import type { Session } from '../../../server/captures/engine/sessions.ts'
import type { Layout, Scroller } from '../../../server/captures/web/page/seen/layout/layout.ts'
import { findAreas, findMain } from '../../../server/captures/web/page/seen/walk/scrollers.ts'

const session = {} as Session
const window = { x: 0, y: 0, width: 1_280, height: 800 }

/** A frame of so many rows, of which its box shows some. */
function frameOf(boxHeight: number, height: number, more: Partial<Scroller> = {}): Scroller {
  const box = { x: 0, y: 900, width: 600, height: boxHeight }
  const sight = 'beside'
  return {
    session,
    frameId: 'frame',
    backendNodeId: null,
    name: 'IFRAME',
    box,
    visible: box,
    width: 600,
    height,
    open: true,
    sight,
    folded: false,
    scaled: false,
    outer: null,
    ...more,
  }
}

const layoutOf = (scrollers: readonly Scroller[], more: Partial<Layout> = {}): Layout => ({
  runs: [],
  scrollers,
  painted: [],
  fixed: [],
  stages: [],
  covers: [],
  nodes: 1,
  width: 1_280,
  height: 3_000,
  scroll: { x: 0, y: 0 },
  rootLocked: false,
  sidewaysLocked: false,
  ...more,
})

const areasOf = (...layouts: readonly (readonly Scroller[])[]) =>
  findAreas(
    layouts.map((one) => layoutOf(one)),
    null,
  ).areas

describe('areas that scroll inside a page', () => {
  it('are none that have grown until they show all they held', () => {
    const small = frameOf(150, 2_640)
    expect(areasOf([small])).toEqual([small])
    expect(areasOf([small], [frameOf(2_640, 2_640)])).toEqual([])
    expect(areasOf([small], [frameOf(2_610, 2_640)])).toEqual([])
    expect(areasOf([small], [frameOf(1_200, 2_640)])).toEqual([small])
  })

  it('are those that were emptied, replaced or taken away since', () => {
    const small = frameOf(150, 2_640)
    expect(areasOf([small], [])).toEqual([small])
    expect(areasOf([small], [frameOf(150, 150)])).toEqual([small])
    expect(areasOf([small], [frameOf(2_640, 2_640, { backendNodeId: 7 })])).toEqual([small])
  })
})

describe('the page itself', () => {
  const mainOf = (more: Partial<Layout>) => findMain(layoutOf([], { height: 800, ...more }), window)?.way ?? null

  it('is scrolled where it is wider than the window and no taller', () => {
    expect(mainOf({ width: 3_600 })).toBe('document')
    expect(mainOf({ width: 1_300 })).toBeNull()
    expect(mainOf({ width: 3_600, sidewaysLocked: true })).toBeNull()
  })

  it('is not scrolled sideways alone where rows below the window are held back', () => {
    expect(mainOf({ width: 3_600, rootLocked: true })).toBe('document')
    expect(mainOf({ width: 3_600, height: 2_000, rootLocked: true })).toBeNull()
  })
})
