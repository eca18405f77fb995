import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { Pace, type Watched } from '../../../server/captures/web/page/pace.ts'
import type { OpenPage } from '../../../server/captures/web/page/open-page.ts'
import { CELL, type Ink } from '../../../server/captures/web/page/seen/ink/ink.ts'

const [columns, rows] = [320, 200]

/** A white window with black boxes, in cells. */
function drawn(boxes: readonly { x: number; y: number; wide: number; high: number }[]): Ink {
  const grey = new Uint8Array(columns * rows).fill(255)
  for (const { x, y, wide, high } of boxes)
    for (let row = (y * CELL.height) / 2; row < ((y + high) * CELL.height) / 2; row++)
      grey.fill(0, row * columns + (x * CELL.width) / 2, row * columns + ((x + wide) * CELL.width) / 2)
  return {
    width: 640,
    height: 400,
    columns,
    rows,
    grey,
    colours: new Uint8Array(),
    spread: 255,
    first: [255, 255, 255],
  }
}

const LIST = { x: 0, y: 2, wide: 8, high: 4 }

/** A page whose programs answer to scrolls, and that shows `at` milliseconds after one. */
class Page {
  scripts = 0
  takes = 0
  peeks = 0
  scrolled = 0
  owed: { address: string; isOwn: boolean; askedAt: number }[] = []
  readonly pace: Pace
  readonly shows: (milliseconds: number) => Ink
  readonly reacts: boolean

  constructor(shows: (milliseconds: number) => Ink, reacts = true) {
    this.shows = shows
    this.reacts = reacts
    const send = () => Promise.resolve({ metrics: [{ name: 'ScriptDuration', value: this.scripts }] })
    const step = <T>(_name: string, _ms: number, work: Promise<T>) => work
    this.pace = new Pace({
      page: { send },
      frameSessions: () => [],
      deadline: { step, pause: (ms: number) => wait(ms) },
      recorder: { owedSince: () => this.owed, addressesAsked: () => new Set() },
    } as unknown as OpenPage)
  }

  #see = () => this.shows(performance.now() - this.scrolled)

  /** Scrolls on, and answers the window that is kept with the time that it took. */
  async next(patience = 2_500, watched: Watched = 'now and then'): Promise<{ kept: Ink; took: number }> {
    await this.pace.begin()
    this.scrolled = performance.now()
    if (this.reacts) this.scripts += 0.001
    await this.pace.awaitAnswers(patience, false)
    const { ink } = await this.pace.takeSettled({
      take: () => Promise.resolve((this.takes++, { ink: Promise.resolve(this.#see()) })),
      peek: () => Promise.resolve((this.peeks++, this.#see())),
      patience,
      watched,
    })
    return { kept: await ink, took: performance.now() - this.scrolled }
  }
}

const isShown = ({ grey }: Ink) => grey.includes(0)

describe('after a scroll', () => {
  let page: Page
  beforeEach(() => {
    page = new Page((ms) => drawn(ms < 350 ? [] : [LIST]))
  })

  it('a page whose programs do nothing is looked at once', async () => {
    page = new Page(() => drawn([LIST]), false)
    for (let window = 0; window < 5; window++) await page.next()
    expect([page.takes, page.peeks]).toEqual([5, 0])
  })

  it('a page that draws at once is watched in one window of six', async () => {
    page = new Page(() => drawn([LIST]))
    const peeks: number[] = []
    for (let window = 0; window < 7; window++) {
      const before = page.peeks
      await page.next()
      peeks.push(page.peeks - before)
    }
    expect(page.takes).toBe(7)
    expect(peeks.map((count) => count > 0)).toEqual([true, false, false, false, false, false, true])
  })

  it('rows that are drawn a moment later are in each window', async () => {
    for (let window = 0; window < 6; window++) expect(isShown((await page.next()).kept)).toBe(true)
  })

  it('windows are waited for no longer once nothing comes late any more', async () => {
    await page.next()
    const quick = new Page(() => drawn([LIST]))
    Object.assign(page, { shows: quick.shows })
    const takes: number[] = []
    for (let window = 0; window < 4; window++) {
      const before = page.peeks
      await page.next()
      takes.push(page.peeks - before)
    }
    expect(takes.at(-1)).toBe(0)
  })

  it('windows that were not watched are named once something comes late, and at the end', async () => {
    const quick = new Page(() => drawn([LIST]))
    for (let window = 0; window < 4; window++) await quick.next()
    expect(quick.pace.passed).toBe(0)
    await quick.next(2_500, 'last')
    expect(quick.pace.passed).toBe(3)
    await quick.next()
    Object.assign(quick, { shows: page.shows })
    expect(isShown((await quick.next(2_500, 'always')).kept)).toBe(true)
    expect(quick.pace.passed).toBe(1)
  })

  it('a film and a clock hold up nothing', async () => {
    let frame = 0
    const film = () => ({ x: 4, y: 10, wide: 10, high: frame++ % 2 === 0 ? 8 : 0 })
    page = new Page((ms) => drawn([LIST, film(), ...(ms > 300 ? [{ x: 15, y: 0, wide: 2, high: 1 }] : [])]))
    await page.next()
    expect(page.takes).toBe(1)
    const peeks = page.peeks
    await page.next()
    expect(page.peeks).toBe(peeks)
  })

  it('nothing is waited for beyond the patience, and the window counts as left', async () => {
    page = new Page((ms) => drawn(ms < 1_200 ? [{ x: Math.floor(ms / 100), y: 0, wide: 1, high: 20 }] : [LIST]))
    await page.next(300)
    expect(page.peeks).toBeLessThan(5)
    expect(page.pace.isBehind).toBe(true)
  })

  it('an address that does not answer is waited for twice', async () => {
    page = new Page(() => drawn([LIST]), false)
    page.owed = [{ address: 'slow.example/count', isOwn: false, askedAt: performance.now() }]
    const [first, second, third] = [await page.next(), await page.next(), await page.next()]
    for (const { took } of [first, second]) expect(took).toBeGreaterThanOrEqual(2_000)
    expect(third.took).toBeLessThan(first.took / 2)
    expect(page.pace.leftEarly.element).toBe(0)
  })

  it('a window that waited in vain for the page itself was left early', async () => {
    page = new Page(() => drawn([LIST]), false)
    page.owed = [{ address: 'shop.example/rows', isOwn: true, askedAt: performance.now() }]
    await page.next(300)
    expect(page.pace.leftEarly.element).toBe(1)
  })
})
