import { areaOf, type Box, intersect, moveBox, roundBox } from '../layout/box.ts'
import type { Layout, Run, Scroller } from '../layout/layout.ts'
import { NO_INSETS } from './scroll-target.ts'
import { isSame, MORE_PX } from './scrollers.ts'
import type { Looker } from './take-look.ts'
import type { AreaWalk, AreaWindow } from './walk-areas.ts'

/** Share of the window from which a box that cuts its content holds slides, and up to which it does. */
const SHARE = [0.03, 0.8] as const
/** A carousel that has not turned by then waits for a click. */
const FIRST_MS = 4_500
const ALL_MS = 12_000
const EVERY_MS = 400
const MAX_SLIDES = 12

/** Boxes that cut words which were on no screen: each holds slides that a visitor turns, or that turn by themselves. */
export function findSlides(layouts: readonly Layout[], seen: ReadonlySet<string>, window: Box): Scroller[] {
  const found: Scroller[] = []
  for (const { scrollers, runs } of layouts) {
    const cut = runs.filter(({ sight, text }) => sight === 'clipped' && !seen.has(text))
    for (const one of scrollers) {
      const share = areaOf(one.box) / areaOf(window)
      const isBox = !one.open && one.width - one.box.width > MORE_PX && share >= SHARE[0] && share <= SHARE[1]
      if (!isBox || one.sight === 'hidden' || found.some((known) => isSame(known, one))) continue
      if (cut.some((run) => isBeside(run, one))) found.push(one)
    }
  }
  return found
}

/** On the same rows as the box, and outside it. */
const isBeside = ({ box }: Run, { box: slide }: Scroller): boolean =>
  box.y >= slide.y - 1 && box.y + box.height <= slide.y + slide.height + 1 && areaOf(intersect(box, slide)) === 0

/** Waits for slides to turn by themselves, and keeps a picture of each; null where they do not. */
export async function watchSlides(looker: Looker, scroller: Scroller, layout: Layout): Promise<AreaWalk | null> {
  const now = layout.scrollers.find((one) => isSame(one, scroller))
  const box = now && intersect(now.box, looker.window)
  if (!box || areaOf(box) < areaOf(scroller.box) * 0.9) return null
  const clip = moveBox(box, layout.scroll.x, layout.scroll.y)
  const windows: AreaWindow[] = []
  const texts = new Set<string>()
  const begin = performance.now()
  while (performance.now() - begin < (windows.length > 1 ? ALL_MS : FIRST_MS) && windows.length < MAX_SLIDES) {
    const before = texts.size
    const shown = shownIn(await looker.readLayout(), box)
    for (const { text } of shown) texts.add(text)
    if (texts.size > before) {
      // A slide that has just come stands still a moment later.
      await looker.open.deadline.pause(EVERY_MS)
      const at = looker.open.operations.now().toISOString()
      const [picture, after] = await Promise.all([looker.shootBox(clip), looker.readLayout()])
      const runs = shownIn(after, box)
      for (const { text } of runs) texts.add(text)
      windows.push({ at, ...picture, place: still(box, windows.length), runs })
    }
    await looker.open.deadline.pause(EVERY_MS)
  }
  if (windows.length < 2) return null
  return { scroller, box: roundBox(box), windows, ended: 'end', upward: false, left: 0, isSlides: true }
}

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
