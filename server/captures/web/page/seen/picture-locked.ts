import { setWindow } from '../device.ts'
import type { Layout } from './layout/layout.ts'
import type { Looker, Shot } from './walk/take-look.ts'

/** Less than this below the window is a rounding of the layout. */
const LEAST_PX = 40
/** Largest window in pixels: all of it is painted and kept, four bytes each. */
const MAX_AREA = 48_000_000
const DRAW_MS = 400
const NEAR_PX = 2

/** CSS pixels that lie below the window of a page that lets nobody scroll; 0 where there are none. */
export function lockedBelow({ runs, rootLocked, height, scrollers }: Layout, windowHeight: number): number {
  const ends = runs.filter(({ sight }) => sight === 'locked').map(({ box }) => box.y + box.height)
  // Content without text is found by the box that cuts it.
  const most = scrollers.filter(({ open, box }) => !open && box.height >= windowHeight * 0.5)
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
  await looker.step(setWindow(open.page, device, height))
  try {
    await open.deadline.pause(DRAW_MS)
    const left = lockedBelow(await looker.readLayout(height), height)
    if (Math.abs(left - below) <= NEAR_PX) return 'sheet'
    return left > NEAR_PX ? null : { shot: await looker.shoot(), height }
  } finally {
    await looker.step(setWindow(open.page, device))
  }
}
