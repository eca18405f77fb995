import { areaOf, intersect, type Box } from '../layout/box.ts'
import { ROUNDED_PX } from '../layout/cuts.ts'
import type { Layout, Scroller } from '../layout/layout.ts'

/** Nothing is left to scroll up to this: a layout rounds. */
export const MORE_PX = 40
/** Share of a box that is cut by none around it. */
const WHOLE = 0.9
const LEAST = { width: 48, height: 20 }
/** A smaller box is a part of the page, not the page. */
const MAIN_SHARE = 0.25
/** Only a scroller that fills most of the window takes the place of a document that scrolls a little too. */
const MAIN_SHARE_BESIDE = 0.6
const LITTLE = 0.25
/** Scrollers within scrollers that are followed. */
const DEPTH = 3

const hasMore = ({ width, height, box }: Scroller): boolean =>
  height - box.height > MORE_PX || width - box.width > MORE_PX

/** Whether it holds more than it shows: a little more counts where that is a line of text. */
export const holdsMore = (one: Scroller, { runs }: Layout): boolean =>
  hasMore(one) ||
  (one.height - one.box.height > ROUNDED_PX &&
    runs.some(({ sight, holder }) => sight === 'in-scroller' && holder !== null && isSame(holder, one)))

/** The same scroller in two layouts. */
export const isSame = (a: Scroller, b: Scroller): boolean =>
  a.session === b.session && a.frameId === b.frameId && a.backendNodeId === b.backendNodeId

const reaches = ({ sight }: Scroller): boolean => sight === 'shown' || sight === 'beside' || sight === 'in-scroller'

const isField = ({ name }: Scroller): boolean => name === 'TEXTAREA' || name === 'SELECT' || name === 'INPUT'

const isLarge = ({ box }: Scroller): boolean => box.width >= LEAST.width && box.height >= LEAST.height

/** Scrollers that a visitor can use and that hold more than they show. */
export const openScrollers = (layout: Layout): Scroller[] =>
  layout.scrollers.filter((one) => one.open && isLarge(one) && !isField(one) && reaches(one) && holdsMore(one, layout))

export type Main = { readonly way: 'document' } | { readonly way: 'element'; readonly scroller: Scroller }

/** A visitor scrolls this to read the page: its document, or the largest element where that has little or nothing to scroll. */
export function findMain(layout: Layout, window: Box): Main | null {
  const below = layout.height - window.height
  const more = layout.rootLocked ? 0 : below
  // A program can scroll rows into the window that no visitor can.
  const isWide = goesSideways(layout, window) && !(layout.rootLocked && below > 4)
  const share = (scroller: Scroller) => areaOf(intersect(scroller.visible, window)) / areaOf(window)
  const largest = openScrollers(layout)
    .filter(({ height, box }) => height - box.height > MORE_PX)
    .toSorted((a, b) => share(b) - share(a))[0]
  const needed = more > MORE_PX ? MAIN_SHARE_BESIDE : MAIN_SHARE
  if (largest && share(largest) >= needed && more <= window.height * LITTLE)
    return { way: 'element', scroller: largest }
  return more > MORE_PX || isWide ? { way: 'document' } : null
}

/** Whether a visitor scrolls the document sideways. */
const goesSideways = ({ width, sidewaysLocked }: Layout, window: Box): boolean =>
  !sidewaysLocked && width - window.width > MORE_PX

/** The main scroller itself, or the element that was put in its place. */
const isMain = (one: Scroller, main: Scroller): boolean =>
  isSame(one, main) ||
  (one.frameId === main.frameId &&
    depthOf(one) === depthOf(main) &&
    areaOf(intersect(one.box, main.box)) > areaOf(main.box) * 0.9)

const depthOf = ({ outer }: Scroller): number => (outer ? depthOf(outer) + 1 : 1)

/** It has grown until it shows all that it held: a frame that asks for its height. A box that was emptied, or went away, has not. */
function showsAll(one: Scroller, layout: Layout | undefined): boolean {
  const now = layout?.scrollers.find((last) => isSame(last, one))
  if (!now || holdsMore(now, layout!) || areaOf(now.visible) < areaOf(now.box) * WHOLE) return false
  return now.box.height >= one.height - MORE_PX && now.box.width >= one.width - MORE_PX
}

/** Every other scroller that was seen and still has more than it shows, the largest first. The last layout is that of now. */
export function findAreas(
  layouts: readonly Layout[],
  main: Scroller | null,
): { areas: Scroller[]; tooDeep: Scroller[] } {
  const found: Scroller[] = []
  for (const layout of layouts)
    for (const one of openScrollers(layout))
      if (!(main && isMain(one, main)) && !found.some((known) => isSame(known, one))) found.push(one)
  const left = found.filter((one) => !showsAll(one, layouts.at(-1)))
  const areas = left.filter((one) => depthOf(one) <= DEPTH).toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
  return { areas, tooDeep: left.filter((one) => depthOf(one) > DEPTH) }
}
