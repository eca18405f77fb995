import { isRedrawn } from '../ink/changed-squares.ts'
import type { Ink } from '../ink/ink.ts'
import type { Place, ScrollTarget } from './scroll-target.ts'

interface Window {
  readonly place: Place
  readonly ink: Promise<Ink>
}

interface Again<T> {
  readonly target: ScrollTarget
  /** Windows in the order in which they were seen; the last one is on the screen. */
  readonly windows: T[]
  /** The number of those before the last that may have been left too early. */
  readonly passed: number
  readonly patience: () => number
  readonly windowOf: (one: T) => Window
  /** Takes the look at a window anew. */
  readonly take: (one: T) => Promise<T>
}

/**
 * Looks again at windows that were left before anybody knew whether content comes late: from the last of them back to one that is as it was. Each
 * new look takes the place of the old one, and the last window is on the screen again.
 */
export async function lookAgain<T>({ target, windows, passed, patience, windowOf, take }: Again<T>): Promise<void> {
  const last = windows.length - 1
  if (passed === 0 || last < 0) return
  for (let at = last - 1; at >= Math.max(0, last - passed); at--) {
    const before = windowOf(windows[at]!)
    if (!(await returnTo(target, before.place, patience()))) break
    const again = await take(windows[at]!)
    if (!isRedrawn(await before.ink, await windowOf(again).ink)) break
    windows[at] = again
  }
  await returnTo(target, windowOf(windows[last]!).place, patience())
}

/** Whether the same place stands there still. */
async function returnTo(target: ScrollTarget, { x, y, height }: Place, patience: number): Promise<boolean> {
  await target.scrollTo(x, y, patience)
  const now = await target.measure()
  return Math.abs(now.y - y) <= 1 && Math.abs(now.x - x) <= 1 && Math.abs(now.height - height) <= 1
}
