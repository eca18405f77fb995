import { CdpError } from '../../engine/cdp.ts'
import type { Session } from '../../engine/sessions.ts'

/** The name of every world that scripts of a capture run in. */
export const WORLD = 'capture'

/** Runs in a world of its own, where the page's changed built-ins do not reach. */
export async function isolatedWorld(page: Session, frameId: string): Promise<number> {
  const { executionContextId } = await page.send<{ executionContextId: number }>('Page.createIsolatedWorld', {
    frameId,
    worldName: WORLD,
  })
  return executionContextId
}

export async function evaluate<T>(page: Session, contextId: number, expression: string): Promise<T> {
  const { result, exceptionDetails } = await page.send<{ result: { value: T }; exceptionDetails?: { text: string } }>(
    'Runtime.evaluate',
    {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    },
  )
  if (exceptionDetails) throw new CdpError('Runtime.evaluate', 0, exceptionDetails.text)
  return result.value
}

const LEFTWARD = `(() => {
  const root = document.body ?? document.documentElement
  if (!root) return false
  const { direction, writingMode } = getComputedStyle(root)
  return writingMode === 'horizontal-tb' ? direction === 'rtl' : writingMode.endsWith('-rl')
})()`

/** Whether the page goes on to the left of its window. */
export const runsLeftward = async (page: Session, frameId: string): Promise<boolean> =>
  evaluate(page, await isolatedWorld(page, frameId), LEFTWARD)

// Instant, because a page's smooth scrolling would still be under way when the next step comes.
export const scrollTo = (y: number): string =>
  `(document.scrollingElement ?? document.documentElement).scrollTo({ top: ${y}, behavior: 'instant' }), new Promise((done) => requestAnimationFrame(() => done(null)))`
