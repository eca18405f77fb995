import { describe, expect, it } from 'vitest'
import type { Ink } from '../../../server/captures/web/page/seen/ink/ink.ts'
import { composeWindows, type Windowed } from '../../../server/captures/web/page/seen/compose.ts'
import { NO_INSETS, type Place } from '../../../server/captures/web/page/seen/walk/scroll-target.ts'
import { randomness } from '../../kit/randomness.ts'

const frame = { width: 1_280, height: 800 }

const placed = (y: number, more: Partial<Place> = {}): Place => ({
  x: 0,
  y,
  width: 600,
  height: 2_000,
  box: { x: 100, y: 60, width: 600, height: 500 },
  insets: NO_INSETS,
  fromEnd: { x: false, y: false },
  ...more,
})

/** A picture in which each row of the content is drawn by its number, moved by so many rows. */
function inkOf({ y, box }: Place, moved = 0): Ink {
  const [columns, rows] = [frame.width / 2, frame.height / 2]
  const level = (row: number, column: number) => {
    const mixed = Math.imul(Math.imul(row, 73_856_093) ^ Math.imul(column, 19_349_663), 2_654_435_761)
    return (mixed ^ (mixed >>> 15)) & 255
  }
  const grey = Uint8Array.from({ length: columns * rows }, (_, at) =>
    level(y + 2 * Math.floor(at / columns) - box.y + moved, at % columns),
  )
  return { ...frame, columns, rows, grey, colours: new Uint8Array(), spread: 255, first: [0, 0, 0] }
}

const NOTHING: Ink = {
  ...frame,
  columns: 0,
  rows: 0,
  grey: new Uint8Array(),
  colours: new Uint8Array(),
  spread: 0,
  first: [0, 0, 0],
}
const windowed = (place: Place, ink = NOTHING): Windowed => ({ place, box: place.box, ink })

/** Rows of the content that each row of the composed picture shows, by its strips: the last drawn wins. */
function rowsShown(windows: readonly Windowed[], upward = false): number[] {
  const { height, strips } = composeWindows(windows, frame, 1, upward)!
  const rows = Array.from({ length: height }, () => -1)
  for (const strip of strips)
    for (let row = 0; row < strip.height; row++) {
      const { place, box } = windows[strip.window]!
      const inBox = strip.y + row - box.y
      if (inBox >= 0 && inBox < box.height && strip.x + strip.width > box.x)
        rows[strip.atY + row] = contentRow(place, inBox)
    }
  return rows.slice(60, height - 240)
}

const contentRow = ({ y, height, box, fromEnd }: Place, inBox: number) =>
  fromEnd.y ? height - box.height + y + inBox : y + inBox

describe('windows put together', () => {
  it('show every row of a scroller once, in its order, between what stands above and below it', () => {
    const windows = [0, 492, 984, 1_476, 1_500].map((y) => windowed(placed(y)))
    expect(rowsShown(windows)).toEqual(Array.from({ length: 2_000 }, (_, row) => row))
    expect(composeWindows(windows, frame, 1)).toMatchObject({ width: 1_280, height: 60 + 2_000 + 240 })
  })

  it('leave out bars that are stuck to the edges, but once at the beginning and at the end', () => {
    const insets = { ...NO_INSETS, top: 40, bottom: 30 }
    const windows = [0, 420, 840, 1_260, 1_500].map((y, at) =>
      windowed(placed(y, { insets: at ? insets : { ...NO_INSETS, bottom: 30 } })),
    )
    expect(rowsShown(windows)).toEqual(Array.from({ length: 2_000 }, (_, row) => row))
  })

  it('begin with the oldest message of a chat that was read from its end', () => {
    const windows = [1_500, 1_008, 516, 24, 0].map((y) => windowed(placed(y)))
    expect(rowsShown(windows, true)).toEqual(Array.from({ length: 2_000 }, (_, row) => row))
    const reversed = [0, -492, -984, -1_476, -1_500].map((y) => windowed(placed(y, { fromEnd: { x: false, y: true } })))
    expect(rowsShown(reversed, true)).toEqual(Array.from({ length: 2_000 }, (_, row) => row))
  })

  it('keep their order when older messages came in above while it was read', () => {
    const windows = [
      windowed(placed(500, { height: 1_000 })),
      windowed(placed(8, { height: 1_000 })),
      windowed(placed(516, { height: 2_000 })),
      windowed(placed(24, { height: 2_000 })),
      windowed(placed(0, { height: 2_000 })),
    ]
    const { strips, height } = composeWindows(windows, frame, 1, true)!
    expect(height).toBe(60 + 2_000 + 240)
    expect(strips.map(({ window }) => window)).toEqual([4, 4, 3, 2, 1, 0, 0])
  })

  it('are put side by side and one below the other where both axes were walked, at any scale', () => {
    const windows = [0, 492].flatMap((y) => [0, 592].map((x) => windowed(placed(y, { x, width: 1_192, height: 992 }))))
    const { width, height, strips } = composeWindows(windows, frame, 2)!
    expect([width, height]).toEqual([2 * (100 + 1_192), 2 * (60 + 992 + 240)])
    expect(strips).toContainEqual({ window: 1, x: 216, y: 120, width: 1_184, height: 1_000, atX: 1_400, atY: 120 })
  })

  it('leave out a row that was broken off, and are none where columns lack', () => {
    const row = (y: number, ...xs: readonly number[]) =>
      xs.map((x) => windowed(placed(y, { x, width: 1_784, height: 1_484 })))
    const whole = [...row(0, 0, 592, 1_184), ...row(492, 0, 592, 1_184)]
    expect(composeWindows([...whole, ...row(984, 0, 592)], frame, 1)).toMatchObject({
      width: 100 + 1_784,
      height: 60 + 992 + 240,
    })
    expect(composeWindows([...row(0, 0, 592), ...row(492, 0, 592, 1_184)], frame, 1)).toBeNull()
    expect(composeWindows([...row(0, 0, 1_184), ...row(492, 0, 592, 1_184)], frame, 1)).toBeNull()
  })

  it('are none where the content moved between two windows under a visitor', () => {
    const placeds = [0, 460, 920].map((y) => placed(y, { height: 1_420 }))
    const drawn = (moved: readonly number[]) => placeds.map((place, at) => windowed(place, inkOf(place, moved[at])))
    expect(composeWindows(drawn([0, 0, 0]), frame, 1)).toMatchObject({ height: 60 + 1_420 + 240 })
    expect(composeWindows(drawn([0, 0, 30]), frame, 1)).toBeNull()
  })

  it('hold no row twice and none too few, wherever the windows stood', () => {
    const { below, pick } = randomness('windows')
    for (let tries = 0; tries < 200; tries++) {
      const box = { x: 0, y: 60, width: 600, height: pick([300, 500, 640]) }
      const height = box.height + below(3_000)
      const ys = [0]
      while (ys.at(-1)! < height - box.height)
        ys.push(Math.min(height - box.height, ys.at(-1)! + 100 + below(box.height - 108)))
      const windows = ys.map((y) => windowed(placed(y, { box, height })))
      const rows = composeWindows(windows, { width: 600, height: 60 + box.height }, 1)!
      expect(rows.height).toBe(60 + height)
      const covered = rows.strips
        .toSorted((a, b) => a.atY - b.atY)
        .reduce((to, { atY, height: tall }) => {
          expect(atY).toBeLessThanOrEqual(to)
          return Math.max(to, atY + tall)
        }, 0)
      expect(covered).toBe(60 + height)
    }
  })
})
