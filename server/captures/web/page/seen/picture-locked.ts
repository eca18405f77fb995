import { setWindow } from '../device.ts'
import type { Layout, Scroller } from './layout/layout.ts'
import { isSame } from './walk/scrollers.ts'
import type { Looker, Shot } from './walk/take-look.ts'

/** Less than this below the window is a rounding of the layout. */
const LEAST_PX = 40
/** Largest window in pixels: all of it is painted and kept, four bytes each. */
const MAX_AREA = 48_000_000
const DRAW_MS = 400
const NEAR_PX = 2

const cuttingBoxes = ({ scrollers }: Pick<Layout, 'scrollers'>, windowHeight: number): Scroller[] =>
  scrollers.filter(({ open, box }) => !open && box.height >= windowHeight * 0.5)

const hasBelow = ({ height, box }: Scroller): boolean => height - box.height >= LEAST_PX

/** CSS pixels that lie below the window of a page that lets nobody scroll; 0 where there are none. */
export function lockedBelow({ runs, rootLocked, height, scrollers }: Layout, windowHeight: number): number {
  const ends = runs.filter(({ sight }) => sight === 'locked').map(({ box }) => box.y + box.height)
  // Content without text is found by the box that cuts it.
  const most = cuttingBoxes({ scrollers }, windowHeight)
  if (ends.length > 0) ends.push(...most.map(({ box, height: whole }) => box.y + whole))
  const below = Math.max(rootLocked ? height : 0, ...ends) - windowHeight
  return below >= LEAST_PX ? Math.ceil(below) : 0
}

export interface TallerWindow {
  readonly shot: Shot
  readonly height: number
}

/**
 * A page that lets nobody scroll, in a window as tall as its content. No visitor saw it so: it is marked as such. A page that lays itself
 * out by the window's height runs away from it, and has no such picture. Content that keeps its distance below every window is a closed
 * sheet: `sheet`.
 */
export async function pictureLocked(looker: Looker, below: number): Promise<TallerWindow | 'sheet' | null> {
  const { open, device, window } = looker
  const height = device.height + below
  if (window.width !== device.width || height * device.width * device.scale ** 2 > MAX_AREA) return null
  const cutting = cuttingBoxes(await looker.readLayout(), window.height)
  await looker.step(setWindow(open.page, device, height))
  try {
    await open.deadline.pause(DRAW_MS)
    const layout = await looker.readLayout(height)
    const left = lockedBelow(layout, height)
    if (Math.abs(left - below) <= NEAR_PX) return 'sheet'
    // A box of so many pixels stays as it was in a taller window.
    const stays = layout.scrollers.some((now) => hasBelow(now) && cutting.some((one) => isSame(one, now)))
    return left > NEAR_PX || stays ? null : { shot: await looker.shoot(), height }
  } finally {
    await looker.step(setWindow(open.page, device))
  }
}
