import { runInNewContext } from 'node:vm'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { isSoak } from '../../kit/randomness.ts'
import { countCommits } from '../../kit/sweep/changed-files.ts'
import { dealOfRun, sliceCount } from '../../kit/sweep/deal.ts'
import { closingAfter } from '../hard-page-kit.ts'
import { itemsIn } from './count-items.ts'
import { numbers } from './exhibit.ts'
import { exhibits } from './exhibits/all-exhibits.ts'
import { startMuseum } from './museum-site.ts'
import { captureExhibit, listPictured, listTold, measureRead } from './see-exhibit.ts'
import { codedItems, PAGE_SCRIPT, shadeOf } from './swatch.ts'

/** Each is a whole capture: so many runs in a row take turns, and every run has as many as any other. */
const turns = sliceCount * 4
function isOfTurn(_: unknown, at: number): boolean {
  return dealOfRun().slice === undefined || at % turns === Number(process.env['DRESS'] ?? countCommits()) % turns
}

describe('a capture sees what a visitor of the page sees, and says what it did not', () => {
  const dealt = isSoak ? exhibits : exhibits.filter(({ dear }) => !dear).filter(isOfTurn)
  it.for(dealt.map((one) => [one.name, one] as const))('%s', { timeout: 200_000 }, async ([, exhibit], context) => {
    const closing = closingAfter(context)
    const museum = await startMuseum()
    closing(() => museum.close())
    const attempt = await captureExhibit(museum, exhibit)
    closing(() => attempt.remove())
    if (exhibit.fails !== undefined) return expect(attempt.result).rejects.toMatchObject({ code: exhibit.fails })
    const result = await attempt.result
    const pictured = listPictured(attempt, exhibit)
    expect(listTold(result)).toEqual(exhibit.told)
    expect(result.completeness).toBe(result.missing.length === 0 ? 'full' : 'partial')
    if (exhibit.least === undefined) expect(pictured).toEqual(numbers(1, exhibit.items))
    else expect(pictured.length).toBeGreaterThanOrEqual(exhibit.least)
    expect(measureRead(attempt, exhibit)).toBeGreaterThanOrEqual(0.99)
  })
})

describe('items of an exhibit', () => {
  const draw = (blocks: readonly { n: number; x: number; y: number; width?: number; height?: number }[], scale = 1) => {
    const png = new PNG({ width: 400 * scale, height: 1_700 * scale })
    png.data.fill(255)
    for (const { n, x, y, width = 16, height = 12 } of blocks)
      for (let row = y * scale; row < (y + height) * scale; row++)
        for (let column = x * scale; column < (x + width) * scale; column++)
          png.data.set(shadeOf(n), (row * png.width + column) * 4)
    return PNG.sync.read(PNG.sync.write(png))
  }
  const listed = (found: Set<number>) => [...found].sort((a, b) => a - b)

  it('are counted wherever they stand', () => {
    const all = numbers(0, codedItems - 1)
    const found = itemsIn(draw(all.map((n) => ({ n, x: 1 + (n % 17) * 23, y: 1 + Math.floor(n / 17) * 15 }))))
    expect(listed(found)).toEqual(all)
  })

  it('are counted in a picture of twice the size, and not when they are cut to a sliver', () => {
    const blocks = [
      { n: 7, x: 3, y: 5 },
      { n: 1_000, x: 91, y: 47, width: 8, height: 6 },
      { n: 500, x: 150, y: 47, width: 7 },
      { n: 600, x: 250, y: 47, height: 5 },
      { n: 1_500, x: 384, y: 1_688 },
    ]
    expect(listed(itemsIn(draw(blocks)))).toEqual([7, 1_000, 1_500])
    expect(listed(itemsIn(draw(blocks, 2), { scale: 2 }))).toEqual([7, 1_000, 1_500])
  })

  it('are counted below a mask', () => {
    const png = draw([{ n: 777, x: 30, y: 30 }])
    const dark = { ...png, data: png.data.map((value, at) => (at % 4 === 3 ? value : Math.floor(value * 0.55))) }
    expect(listed(itemsIn(dark))).toEqual([])
    expect(listed(itemsIn(dark, { dim: 0.45 }))).toEqual([777])
  })

  it('have the colours in scripts of pages that they have here', () => {
    const shade = (n: number) => runInNewContext(`${PAGE_SCRIPT};shade(${n})`) as unknown
    for (const n of [0, 1, 11, 12, 143, 144, 1_000, 5_000]) expect(shade(n)).toBe(`rgb(${shadeOf(n).join()})`)
  })

  it('are declared once, and what is told of them is sorted', () => {
    const names = exhibits.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { told, items, hidden } of exhibits) {
      expect(told).toEqual([...told].sort())
      expect(items + hidden).toBeLessThan(codedItems)
    }
  })
})
