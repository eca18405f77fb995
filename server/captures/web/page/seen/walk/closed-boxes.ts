import { ignoreStep } from '../../open-page.ts'
import { areaOf, type Box, intersect, READABLE_SHARE } from '../layout/box.ts'
import type { Layout, Run, Scroller } from '../layout/layout.ts'
import { isSame, MORE_PX } from './scrollers.ts'
import { followTarget, rememberPlaces } from './follow-target.ts'
import type { Looker } from './take-look.ts'
import { turnWheel } from './walk-by-wheel.ts'

/** A box that fills a greater share of the window is the page itself. */
const MOST_SHARE = 0.8
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
    const isBox = !one.open && one.height - one.box.height > MORE_PX && share >= READABLE_SHARE && share <= MOST_SHARE
    return isBox && runs.some((run) => run.sight === 'clipped' && isBelow(run, one.box))
  })
}

/** The pages' own scroll bars: boxes that move what they cut when the wheel is turned over them. Each is turned back. */
export async function findWheeled(looker: Looker, layouts: readonly Layout[]): Promise<Scroller[]> {
  const cutting = layouts.flatMap((layout) => findCutting(layout, looker.window))
  const tried = cutting.filter((one, at) => cutting.findIndex((other) => isSame(one, other)) === at).slice(0, MAX_TRIED)
  if (tried.length === 0) return []
  const putBack = await rememberPlaces(looker, tried)
  const found: Scroller[] = []
  for (const box of tried) if (await answersWheel(looker, box).catch(ignoreStep)) found.push(box)
  await putBack()
  return found
}

async function answersWheel(looker: Looker, one: Scroller): Promise<boolean> {
  await (await followTarget(looker, one)).bringIntoView(null, 0)
  const layout = await looker.readLayout()
  const box = layout.scrollers.find((now) => isSame(now, one))
  if (!box) return false
  const turn = Math.round(box.visible.height / 2)
  await turnWheel(looker, box.visible, turn, MAX_LOOKS)
  const moved = movedInside(layout, await looker.readLayout(), box)
  await turnWheel(looker, box.visible, -turn, MAX_LOOKS)
  return moved
}

/** Whether the box stands where it stood, and words in it went up. */
function movedInside(before: Layout, after: Layout, box: Scroller): boolean {
  const now = after.scrollers.find((one) => isSame(one, box))
  if (!now || Math.abs(now.box.y - box.box.y) > 1) return false
  const places = new Map<string, number>()
  for (const run of before.runs) if (areaOf(intersect(run.box, box.box)) > 0) places.set(run.text, run.box.y)
  return after.runs.some(({ text, box: { y } }) => (places.get(text) ?? y) - y > MOVED_PX)
}
