import { areaOf, type Box, intersect } from '../layout/box.ts'
import type { Layout, Run, Scroller } from '../layout/layout.ts'
import { isSame, MORE_PX } from './scrollers.ts'
import type { Looker } from './take-look.ts'
import { turnWheel } from './walk-by-wheel.ts'

/** Share of the window from which a box is large enough to be read, and up to which it is not the page. */
const SHARE = [0.03, 0.8] as const
const MAX_TRIED = 4
/** A page that moves by itself never rests, and every box takes two turns. */
const MAX_LOOKS = 4
const MOVED_PX = 4

/** Boxes that cut lines which lie below them, and that no browser lets a visitor scroll. */
function findCutting({ scrollers, runs }: Layout, window: Box): Scroller[] {
  const isBelow = (run: Run, box: Box) =>
    run.box.y >= box.y + box.height && run.box.x < box.x + box.width && run.box.x + run.box.width > box.x
  return scrollers.filter((one) => {
    const share = areaOf(one.visible) / areaOf(window)
    const isBox = !one.open && one.height - one.box.height > MORE_PX && share >= SHARE[0] && share <= SHARE[1]
    return isBox && runs.some((run) => run.sight === 'clipped' && isBelow(run, one.box))
  })
}

/** The pages' own scroll bars: boxes that move what they cut when the wheel is turned over them. Each is turned back. */
export async function findWheeled(looker: Looker, layout: Layout): Promise<Scroller[]> {
  const found: Scroller[] = []
  for (const box of findCutting(layout, looker.window).slice(0, MAX_TRIED)) {
    const turn = Math.round(box.visible.height / 2)
    await turnWheel(looker, box.visible, turn, MAX_LOOKS)
    if (movedInside(layout, await looker.readLayout(), box)) found.push(box)
    await turnWheel(looker, box.visible, -turn, MAX_LOOKS)
  }
  return found
}

/** Whether the box stands where it stood, and words in it went up. */
function movedInside(before: Layout, after: Layout, box: Scroller): boolean {
  const now = after.scrollers.find((one) => isSame(one, box))
  if (!now || Math.abs(now.box.y - box.box.y) > 1) return false
  const places = new Map<string, number>()
  for (const run of before.runs) if (areaOf(intersect(run.box, box.box)) > 0) places.set(run.text, run.box.y)
  return after.runs.some(({ text, box: { y } }) => (places.get(text) ?? y) - y > MOVED_PX)
}
