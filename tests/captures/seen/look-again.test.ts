import { expect, it } from 'vitest'
import type { Ink } from '../../../server/captures/web/page/seen/ink/ink.ts'
import { lookAgain } from '../../../server/captures/web/page/seen/walk/look-again.ts'
import { NO_INSETS, type Place } from '../../../server/captures/web/page/seen/walk/scroll-target.ts'

const box = { x: 0, y: 0, width: 320, height: 160 }
const [columns, rows] = [160, 80]

/** A window in one shade of grey. */
const drawn = (grey: number) =>
  Promise.resolve({ columns, rows, grey: new Uint8Array(columns * rows).fill(grey) } as unknown as Ink)

const placeAt = (y: number): Place => ({
  x: 0,
  y,
  width: 320,
  height: 1_600,
  box,
  insets: NO_INSETS,
  fromEnd: { x: false, y: false },
})

/** Windows of which each shows `before` when it is first looked at and `later` when it is looked at again. */
async function again(before: readonly number[], later: readonly number[], passed: number, moved = 0) {
  const windows = before.map((grey, at) => ({ place: placeAt(at * 150), ink: drawn(grey), grey }))
  let y = windows.at(-1)!.place.y
  const retaken: number[] = []
  await lookAgain({
    target: {
      measure: () => Promise.resolve(placeAt(y + moved)),
      scrollTo: (_, to) => Promise.resolve(void (y = to)),
      bringIntoView: () => Promise.resolve(),
    },
    windows,
    passed,
    patience: () => 0,
    windowOf: (one) => one,
    take: (one) => {
      const at = one.place.y / 150
      retaken.push(at)
      return Promise.resolve({ ...one, ink: drawn(later[at]!), grey: later[at]! })
    },
  })
  return { shown: windows.map(({ grey }) => grey), retaken, y }
}

it('windows that were left too early are taken anew, back to one that is as it was', async () => {
  const { shown, retaken, y } = await again([0, 0, 0, 0, 0, 200], [0, 0, 0, 200, 200, 200], 4)
  expect(retaken).toEqual([4, 3, 2])
  expect(shown).toEqual([0, 0, 0, 200, 200, 200])
  expect(y).toBe(750)
})

it('no window is taken anew that was watched', async () => {
  expect(await again([0, 0, 0, 200], [200, 200, 200, 200], 2)).toMatchObject({
    retaken: [2, 1],
    shown: [0, 200, 200, 200],
  })
  expect((await again([0, 200], [200, 200], 0)).retaken).toEqual([])
})

it('a window whose place is another one now stays as it was seen', async () => {
  expect(await again([0, 0, 200], [200, 200, 200], 2, 300)).toMatchObject({ retaken: [], shown: [0, 0, 200] })
})
