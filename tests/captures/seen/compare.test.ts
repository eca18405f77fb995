import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Box } from '../../../server/captures/web/page/seen/layout/box.ts'
import {
  compareRuns,
  findLost,
  gatherRuns,
  type InkedLook,
  wordsOf,
} from '../../../server/captures/web/page/seen/compare.ts'
import { compareBlocks } from '../../../server/captures/web/page/seen/compare-blocks.ts'
import { isRedrawn } from '../../../server/captures/web/page/seen/ink/changed-squares.ts'
import { readInk } from '../../../server/captures/web/page/seen/ink/ink.ts'
import type { Layout, Run } from '../../../server/captures/web/page/seen/layout/layout.ts'

type Colour = readonly [number, number, number]
const [white, black]: Colour[] = [
  [255, 255, 255],
  [0, 0, 0],
]

/** A picture of a ground with stripes, as letters are, in each of some boxes. */
async function drawn(width: number, height: number, boxes: readonly Box[], ground: Colour = white!) {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at++) png.data.set([...ground, 255], at * 4)
  for (const box of boxes)
    for (let y = box.y; y < Math.min(height, box.y + box.height); y++)
      for (let x = box.x; x < Math.min(width, box.x + box.width); x++)
        if (Math.floor(x / 4) % 2 === 0) png.data.set([...black!, 255], (y * width + x) * 4)
  return readInk(PNG.sync.write(png), 1)
}

const run = (text: string, box: Box, scrolled = 0, more: Partial<Run> = {}): Run => ({
  text,
  box,
  visible: box,
  sight: 'shown',
  place: { x: box.x, y: box.y + scrolled },
  fixed: false,
  holder: null,
  ...more,
})

const layoutOf = (runs: readonly Run[], scrolled = 0, fixed: readonly Box[] = []): Layout => ({
  runs,
  scrollers: [],
  painted: [],
  fixed,
  stages: [],
  covers: [],
  nodes: runs.length,
  width: 320,
  height: 640,
  scroll: { x: 0, y: scrolled },
  rootLocked: false,
  sidewaysLocked: false,
})

/** A window of 320 × 160 with runs that are drawn. */
async function look(
  runs: readonly Run[],
  scrolled = 0,
  fixed: readonly Box[] = [],
  ground?: Colour,
): Promise<InkedLook> {
  const ink = await drawn(
    320,
    160,
    runs.map(({ box }) => box),
    ground,
  )
  const layout = layoutOf(runs, scrolled, fixed)
  return {
    at: '2026-01-01T00:00:00.000Z',
    shot: { bytes: 0, file: Promise.resolve('') },
    ink,
    layout,
    scroll: { x: 0, y: scrolled },
  }
}

/** The whole page of 320 × 640: `beside` is in the layout, `boxes` are what is drawn. */
const tall = async (beside: readonly Run[], boxes: readonly Box[], fixed: readonly Box[] = [], ground?: Colour) => ({
  ink: await drawn(320, 640, boxes, ground),
  layout: layoutOf(beside, 0, fixed),
  left: 0,
})

const line = (y: number): Box => ({ x: 16, y, width: 200, height: 16 })
const texts = (runs: readonly { run: Run }[]) => runs.map((one) => one.run.text)

describe('what was seen, and the whole-page picture', () => {
  it('agree where each line stands where it stood', async () => {
    const looks = [await look([run('一', line(16))]), await look([run('二', line(32), 160)], 160)]
    const whole = await tall([run('一', line(16)), run('二', line(192), 0, { sight: 'beside' })], [line(16), line(192)])
    expect(compareRuns(gatherRuns(looks), looks, whole, false)).toEqual([])
    expect(compareBlocks(looks, [], whole)).toMatchObject({ windows: [], share: 0, ground: 0 })
  })

  it('differ by rows that the page took away, and by windows that are white in the picture', async () => {
    const rows = [16, 48, 80, 112].map((y, at) => run(`货品 ${at}`, line(y), 160))
    const looks = [await look([run('首屏', line(16))]), await look(rows, 160)]
    const whole = await tall([run('首屏', line(16))], [line(16)])
    expect(texts(compareRuns(gatherRuns(looks), looks, whole, false))).toEqual(['货品 0', '货品 1', '货品 2', '货品 3'])
    expect(compareBlocks(looks, [], whole).windows).toEqual([1])
  })

  it('differ by text that is in the layout and is not drawn', async () => {
    const looks = [await look([run('渐显', line(16), 160)], 160)]
    const whole = await tall([run('渐显', line(176), 0, { sight: 'beside' })], [])
    expect(texts(compareRuns(gatherRuns(looks), looks, whole, false))).toEqual(['渐显'])
  })

  it('agree where a clock goes on: other words stand at the place', async () => {
    const looks = [await look([run('12:00:01', line(16))])]
    const whole = await tall([run('12:00:05', line(16))], [line(16)])
    expect(compareRuns(gatherRuns(looks), looks, whole, false)).toEqual([])
  })

  it('differ by the rows of a table that follow the way that is scrolled, though numbers alone tell them apart', async () => {
    const orders = (from: number) =>
      [0, 1, 2, 3, 4, 5].map((at) => run(`订单 ${from + at}`, line(8 + at * 24), 0, { fixed: true }))
    const looks = [await look(orders(10)), await look(orders(20), 320), await look(orders(30), 640)]
    const whole = await tall(
      orders(10),
      orders(10).map(({ box }) => box),
    )
    const lost = compareRuns(gatherRuns(looks), looks, whole, false)
    expect(texts(lost)).toEqual([...orders(20), ...orders(30)].map(({ text }) => text))
    // A few of them are a clock and the stock of an article.
    const few = looks.map((one) => ({ ...one, layout: { ...one.layout!, runs: one.layout!.runs.slice(0, 2) } }))
    expect(compareRuns(gatherRuns(few), few, whole, false)).toEqual([])
  })

  it('differ by what a stage showed when its numbers were others', async () => {
    const year = (text: string) => [run(text, line(16), 0, { fixed: true })]
    const stages = [{ x: 0, y: 0, width: 320, height: 160 }]
    const staged = async (text: string, scrolled: number) => {
      const seen = await look(year(text), scrolled)
      return { ...seen, layout: { ...seen.layout!, stages } }
    }
    const looks = [await staged('2019 年', 0), await staged('2020 年', 160)]
    const picture = await tall(year('2019 年'), [line(16)])
    const whole = { ...picture, layout: { ...picture.layout!, stages } }
    expect(texts(compareRuns(gatherRuns(looks), looks, whole, false))).toEqual(['2020 年'])
    const [first, second] = looks
    expect(compareBlocks(looks, [], whole).share).toBe(0)
    const other = { ...second!, ink: (await look([run('', line(96))], 160)).ink }
    expect(compareBlocks([first!, other], [], whole).share).toBeGreaterThan(0.4)
  })

  it('differ where a pattern without words stands at the place', async () => {
    const looks = [await look([run('已撤下', line(16))])]
    expect(texts(compareRuns(gatherRuns(looks), looks, await tall([], [line(16)]), false))).toEqual(['已撤下'])
  })

  it('differ by the line that a bar covers in the picture, and was free in another window', async () => {
    const bar = { x: 0, y: 128, width: 320, height: 32 }
    const covered = run('第十七行', line(136))
    const looks = [await look([covered], 0, [bar]), await look([run('第十七行', line(8), 128)], 128)]
    // The bar's own stripes are wider than those of the line.
    const whole = await tall([covered], [{ x: 0, y: 128, width: 60, height: 32 }], [bar])
    expect(texts(compareRuns(gatherRuns(looks), looks, whole, false))).toEqual(['第十七行'])
  })

  it('cannot agree where no such picture could be taken', async () => {
    const looks = [await look([run('一', line(16)), run('二', line(48))])]
    expect(texts(findLost(gatherRuns(looks), looks, null, false))).toEqual(['一', '二'])
  })

  it('keep equal words of two places apart', async () => {
    const looks = [await look([run('好的', line(16)), run('好的', line(64))])]
    expect(gatherRuns(looks)).toHaveLength(2)
    expect(
      texts(compareRuns(gatherRuns(looks), looks, await tall([run('好的', line(16))], [line(16)]), false)),
    ).toEqual(['好的'])
  })

  it('know which words the picture holds, and of which they do not know', async () => {
    const looks = [await look([run('¥ 12.50', line(16))])]
    const whole = await tall([run('¥ 13.80', line(16)), run('undrawn', line(64))], [line(16)])
    expect(findLost(gatherRuns(looks), looks, whole, false)).toEqual([])
    expect([...wordsOf(whole)!]).toEqual(['¥ 13.80'])
    expect(wordsOf({ ...whole, layout: null })).toBeNull()
  })

  it('tell windows apart that differ by colour alone', async () => {
    const [red, green] = [await drawn(320, 160, [], [190, 103, 100]), await drawn(320, 160, [], [40, 179, 100])]
    expect(Math.abs(red.grey[0]! - green.grey[0]!)).toBeLessThan(4)
    expect(isRedrawn(red, green)).toBe(true)
    expect(isRedrawn(red, await drawn(320, 160, [], [195, 100, 105]))).toBe(false)
  })

  it('tell of another ground by its colour', async () => {
    const looks = [await look([run('字', line(16))], 0, [], [30, 60, 120])]
    const whole = await tall([run('字', line(16))], [line(16)])
    expect(compareBlocks(looks, [], whole).ground).toBeGreaterThan(0.9)
  })

  it('differ by what stands beside a picture that is narrower than the page', async () => {
    const columns = [16, 48, 80, 112].map((y, at) => run(`图 ${at}`, line(y)))
    const [near, far] = [await look(columns), await look(columns)]
    const whole = await tall(
      columns,
      columns.map(({ box }) => box),
    )
    const scroll = { x: 320, y: 0 }
    expect(compareBlocks([near, { ...far, scroll }], [], whole).windows).toEqual([1])
    const rightToLeft = { ...whole, left: -320 }
    expect(compareBlocks([{ ...far, scroll: { x: -320, y: 0 } }], [], rightToLeft).windows).toEqual([])
    expect(compareBlocks([{ ...far, scroll: { x: -640, y: 0 } }], [], rightToLeft).windows).toEqual([0])
  })
})
