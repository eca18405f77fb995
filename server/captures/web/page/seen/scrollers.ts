import { areaOf, intersect, type Box } from './layout/box.ts'
import type { Layout, Scroller } from './layout/layout.ts'

/** What is left to scroll below this is a rounding of the layout. */
const MORE_PX = 40
const LEAST = { width: 100, height: 20 }
/** A smaller box is a part of the page, not the page. */
const MAIN_SHARE = 0.25
/** Where the document scrolls a little too, only what fills most of the window takes its place. */
const MAIN_SHARE_BESIDE = 0.6
const LITTLE = 0.25
/** Scrollers within scrollers that are followed. */
const DEPTH = 3

export const hasMore = ({ width, height, box }: Scroller): boolean =>
  height - box.height > MORE_PX || width - box.width > MORE_PX

/** The same scroller in two layouts. */
export const isSame = (a: Scroller, b: Scroller): boolean =>
  a.session === b.session && a.frameId === b.frameId && a.backendNodeId === b.backendNodeId

const reaches = ({ sight }: Scroller): boolean => sight === 'shown' || sight === 'beside' || sight === 'in-scroller'

const isField = ({ name }: Scroller): boolean => name === 'TEXTAREA' || name === 'SELECT' || name === 'INPUT'

const isLarge = ({ box }: Scroller): boolean => box.width >= LEAST.width && box.height >= LEAST.height

/** Scrollers that a visitor can use and that hold more than they show. */
export const openScrollers = ({ scrollers }: Layout): Scroller[] =>
  scrollers.filter((one) => one.open && hasMore(one) && isLarge(one) && !isField(one) && reaches(one))

export type Main = { readonly way: 'document' } | { readonly way: 'element'; readonly scroller: Scroller }

/** What a visitor scrolls to read the page: its document, or the largest element where that has little or nothing to scroll. */
export function findMain(layout: Layout, window: Box): Main | null {
  const more = layout.rootLocked ? 0 : layout.height - window.height
  const share = (scroller: Scroller) => areaOf(intersect(scroller.visible, window)) / areaOf(window)
  const largest = openScrollers(layout)
    .filter(({ height, box }) => height - box.height > MORE_PX)
    .toSorted((a, b) => share(b) - share(a))[0]
  const needed = more > 4 ? MAIN_SHARE_BESIDE : MAIN_SHARE
  if (largest && share(largest) >= needed && more <= window.height * LITTLE)
    return { way: 'element', scroller: largest }
  return more > 4 ? { way: 'document' } : null
}

/** The main scroller itself, or the element that was put in its place. */
const isMain = (one: Scroller, main: Scroller): boolean =>
  isSame(one, main) ||
  (one.frameId === main.frameId &&
    depthOf(one) === depthOf(main) &&
    areaOf(intersect(one.box, main.box)) > areaOf(main.box) * 0.9)

const depthOf = ({ outer }: Scroller): number => (outer ? depthOf(outer) + 1 : 1)

/** Every other scroller that was seen, the largest first. */
export function findAreas(
  layouts: readonly Layout[],
  main: Scroller | null,
): { areas: Scroller[]; tooDeep: Scroller[] } {
  const found: Scroller[] = []
  for (const layout of layouts)
    for (const one of openScrollers(layout))
      if (!(main && isMain(one, main)) && !found.some((known) => isSame(known, one))) found.push(one)
  const areas = found.filter((one) => depthOf(one) <= DEPTH).toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
  return { areas, tooDeep: found.filter((one) => depthOf(one) > DEPTH) }
}
