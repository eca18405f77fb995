import { isRedrawn } from '../ink/changed-squares.ts'
import type { Ink } from '../ink/ink.ts'
import { areaOf, type Box, intersect, moveBox, READABLE_SHARE, roundBox } from '../layout/box.ts'
import type { Layout, Run, Scroller } from '../layout/layout.ts'
import { NO_INSETS } from './scroll-target.ts'
import { isSame, MORE_PX } from './scrollers.ts'
import type { Looker } from './take-look.ts'
import type { AreaWalk, AreaWindow } from './walk-areas.ts'

/** A box without words that holds so many times its width, and little below, has pictures for slides. */
const SLIDES_WIDE = 1.9
const MOST_HIGH = 1.2
/** A carousel that has not turned by then waits for a click. */
const FIRST_MS = 4_500
const ALL_MS = 12_000
const EVERY_MS = 400
const MAX_SLIDES = 12

/** Boxes that cut what was on no screen: each holds slides that a visitor turns, or that turn by themselves. */
export function findSlides(layouts: readonly Layout[], seen: ReadonlySet<string>, window: Box): Scroller[] {
  const found: Scroller[] = []
  for (const { scrollers, runs } of layouts) {
    const cut = runs.filter(({ sight, text }) => sight === 'clipped' && !seen.has(text))
    for (const one of scrollers) {
      const share = areaOf(one.box) / areaOf(window)
      const isBox = !one.open && one.width - one.box.width > MORE_PX && share >= READABLE_SHARE
      if (!isBox || one.sight === 'hidden' || found.some((known) => isSame(known, one))) continue
      if (cut.some((run) => isBeside(run, one)) || holdsPictures(one, runs)) found.push(one)
    }
  }
  return found
}

/** A map goes on below as well, and words that run through are seen one after the other. */
const holdsPictures = (one: Scroller, runs: readonly Run[]): boolean =>
  one.width > one.box.width * SLIDES_WIDE &&
  one.height <= one.box.height * MOST_HIGH &&
  !runs.some((run) => isBeside(run, one) || areaOf(intersect(run.box, one.box)) > 0)

/** On the same rows as the box, and outside it. */
const isBeside = ({ box }: Run, { box: slide }: Scroller): boolean =>
  box.y >= slide.y - 1 && box.y + box.height <= slide.y + slide.height + 1 && areaOf(intersect(box, slide)) === 0

/** Slides that turned by themselves. */
interface Turned {
  readonly walk: AreaWalk
  /** The first of them came again: there is no other one. */
  readonly isWhole: boolean
}

/** Waits for slides to turn by themselves, and keeps a picture of each; null where they do not. */
export async function watchSlides(looker: Looker, scroller: Scroller, layout: Layout): Promise<Turned | null> {
  const now = layout.scrollers.find((one) => isSame(one, scroller))
  const box = now && intersect(now.box, looker.window)
  if (!box || areaOf(box) < areaOf(scroller.box) * 0.9 || isPainted(layout, box)) return null
  const clip = moveBox(box, layout.scroll.x, layout.scroll.y)
  const { pause } = looker.open.deadline
  const windows: AreaWindow[] = []
  const inks: Ink[] = []
  const begin = performance.now()
  let isWhole = false
  while (performance.now() - begin < (windows.length > 1 ? ALL_MS : FIRST_MS) && windows.length < MAX_SLIDES) {
    const peeked = await looker.peek(clip)
    isWhole = windows.length > 1 && !isRedrawn(inks[0]!, peeked)
    if (isWhole) break
    if (inks.every((ink) => isRedrawn(ink, peeked))) {
      // A slide that has just come stands still a moment later.
      await pause(EVERY_MS)
      const at = looker.open.operations.now().toISOString()
      const [picture, after] = await Promise.all([looker.shootBox(clip), looker.readLayout()])
      const ink = await picture.ink
      if (inks.every((one) => isRedrawn(one, ink))) {
        windows.push({ at, ...picture, place: still(box, windows.length), runs: shownIn(after, box) })
        inks.push(ink)
      }
    }
    await pause(EVERY_MS)
  }
  if (windows.length < 2) return null
  const walk = { scroller, box: roundBox(box), windows, ended: 'end', upward: false, left: 0, isSlides: true } as const
  return { walk, isWhole }
}

/** A film changes all the time, and has no slides. */
const isPainted = ({ painted }: Layout, box: Box): boolean =>
  painted.some((one) => areaOf(intersect(one, box)) > areaOf(box) / 2)

const shownIn = ({ runs }: Layout, box: Box): Run[] =>
  runs.filter((run) => run.sight === 'shown' && areaOf(intersect(run.visible, box)) > areaOf(run.visible) * 0.9)

const still = (box: Box, number: number) => ({
  x: number * box.width,
  y: 0,
  width: box.width,
  height: box.height,
  box,
  insets: NO_INSETS,
  fromEnd: { x: false, y: false },
})
