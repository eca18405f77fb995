import { CdpError } from '../../engine/cdp.ts'
import { CaptureFailed } from '../../engine/engine-error.ts'
import { checkPage, isQuiet, until } from './open-page.ts'
import type { OpenPage } from './open-page.ts'

/** The page went to another document in the middle of something that needs one and the same. */
class PageMoved extends Error {}

const HEARD_MS = 200

/** Holds each step to the document that was open when this was made. */
export type SameDocument = <T>(work: () => Promise<T>) => Promise<T>

/** Work on a document that has gone ends with its next step; no other begins beside it. */
const ENDS_MS = 3_000

/**
 * Waits for each step only as long as the document stays: for a picture of one that has gone, with its process, the browser
 * owes an answer for ever, and one that comes shows another page.
 */
export function sameDocument({ watch, deadline }: Pick<OpenPage, 'watch' | 'deadline'>): SameDocument {
  const since = watch.navigations.length
  const gone = (): Error | null =>
    watch.crashed ? new CaptureFailed('page-crashed') : watch.navigations.length > since ? new PageMoved() : null
  return async (work) => {
    const before = gone()
    if (before) throw before
    let off = () => {}
    const left = new Promise<never>((_, reject) => {
      off = watch.onChange(() => reject(gone() ?? new PageMoved()))
    })
    const working = work()
    try {
      return await Promise.race([left, working])
    } catch (error) {
      if (error instanceof PageMoved) await Promise.race([Promise.allSettled([working]), deadline.pause(ENDS_MS)])
      if (!(error instanceof CdpError)) throw error
      // A step may hear of the move, as an error of its own, a moment before the watch does.
      await deadline.pause(HEARD_MS)
      throw gone() ?? error
    } finally {
      off()
    }
  }
}

/** Gives a page that moved on the chance to arrive somewhere: loaded, and quiet for a moment. */
const arrive = (open: OpenPage): Promise<boolean> =>
  until(open, () => open.watch.loaded && isQuiet(open), open.limits.idleMs)

interface Trying {
  readonly tries: number
  /** Name of the operation that is logged where the page moved on. */
  readonly moved: string
  /** Takes back all that was made of the document that has gone. */
  readonly undo: () => Promise<void>
}

/** Work on one document, done anew on the next where the page moved on meanwhile; null where it did so each time. */
export async function workOnOne<T>(
  open: OpenPage,
  { tries, moved, undo }: Trying,
  work: (nth: number) => Promise<T>,
): Promise<T | null> {
  for (let nth = 1; nth <= tries; nth++)
    try {
      return await work(nth)
    } catch (error) {
      if (!(error instanceof PageMoved)) throw error
      open.operations.log(moved, { tries: nth, url: open.watch.current?.url })
      await undo()
      await arrive(open)
      // It may have moved to where nobody answers: the browser's own page about that is no evidence.
      checkPage(open)
    }
  return null
}
