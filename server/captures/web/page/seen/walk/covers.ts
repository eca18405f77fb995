import { areaOf, type Box, intersect } from '../layout/box.ts'
import type { Layout } from '../layout/layout.ts'
import type { Place, ScrollTarget } from './scroll-target.ts'

/** A larger box is what the page is, or a dialog. */
const MOST_SHARE = 0.4
const MOST_DEPTH = 0.7
/** A smaller one hides no line. */
const LEAST = { width: 16, height: 12 }
/** Share of the window below which the whole-page picture of a document lacks a word or two. */
export const LEAST_OF_DOCUMENT = 0.04

/**
 * Rows at the edges of a scroller that boxes hide which are held fast over it, such as a button or an open chat: what passes below one of them
 * is on the screen only between them.
 */
export function readCovered(
  { covers, runs }: Layout,
  box: Box,
  leastShare = 0,
): Pick<Place['insets'], 'top' | 'bottom'> {
  let [top, bottom] = [0, 0]
  for (const whole of covers) {
    const cover = intersect(whole, box)
    const share = areaOf(cover) / areaOf(box)
    const isBox =
      cover.width >= LEAST.width && cover.height >= LEAST.height && share >= leastShare && share <= MOST_SHARE
    if (!isBox || !runs.some((run) => isBeneath(run.box, cover) && !run.fixed)) continue
    const [above, below] = [cover.y - box.y, box.y + box.height - cover.y - cover.height]
    if (above >= below) bottom = Math.max(bottom, box.height - above)
    else top = Math.max(top, box.height - below)
  }
  const isFree = top + bottom <= box.height * MOST_DEPTH
  return isFree ? { top, bottom } : { top: 0, bottom: Math.min(bottom, box.height * MOST_DEPTH) }
}

/** More than half of it stands in the columns of the box. */
const isBeneath = (run: Box, cover: Box): boolean =>
  Math.min(run.x + run.width, cover.x + cover.width) - Math.max(run.x, cover.x) > run.width / 2

/** Counts these rows as covered wherever it is scrolled to. */
export const leaveOut = (
  target: ScrollTarget,
  { top, bottom }: Pick<Place['insets'], 'top' | 'bottom'>,
): ScrollTarget => ({
  ...target,
  measure: async () => {
    const place = await target.measure()
    const { insets } = place
    return { ...place, insets: { ...insets, top: Math.max(insets.top, top), bottom: Math.max(insets.bottom, bottom) } }
  },
})
