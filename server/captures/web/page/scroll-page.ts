import { CdpError } from '../../engine/cdp.ts'
import type { Session } from '../../engine/sessions.ts'
import { settle } from './open-page.ts'
import type { OpenPage } from './open-page.ts'

const PAUSE_MS = 120

interface Position {
  readonly y: number
  readonly height: number
  readonly view: number
}

/** Runs in a world of its own, where the page's changed built-ins do not reach. */
export async function isolatedWorld(page: Session, frameId: string): Promise<number> {
  const { executionContextId } = await page.send<{ executionContextId: number }>('Page.createIsolatedWorld', {
    frameId,
    worldName: 'capture',
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

const MEASURE = `(() => {
  const root = document.scrollingElement ?? document.documentElement
  return { y: root.scrollTop, height: root.scrollHeight, view: innerHeight }
})()`

// Instant, because a page's smooth scrolling would still be under way when the next step comes.
export const scrollTo = (y: number): string =>
  `(document.scrollingElement ?? document.documentElement).scrollTo({ top: ${y}, behavior: 'instant' }), new Promise((done) => requestAnimationFrame(() => done(null)))`

/** Goes down the page one viewport at a time, waits for what it asks for, and returns to the top. */
export async function scrollPage(open: OpenPage): Promise<void> {
  const { page, deadline, limits, operations, watch } = open
  const world = await deadline.step('scroll', 5_000, isolatedWorld(page, watch.mainFrame))
  const run = <T>(expression: string) => deadline.step('scroll', 10_000, evaluate<T>(page, world, expression))
  const end = performance.now() + limits.scrollMs
  let at = await run<Position>(MEASURE)
  let steps = 0
  while (at.y + at.view < at.height - 1 && performance.now() < end) {
    await run(scrollTo(at.y + at.view))
    await deadline.pause(PAUSE_MS)
    const next = await run<Position>(MEASURE)
    steps += 1
    if (next.y <= at.y) break
    at = next
  }
  const reached = at.y + at.view >= at.height - 1
  operations.log('scrolled', { steps, height: at.height, reached })
  if (!reached && performance.now() >= end)
    open.missing.push({ code: 'scroll-incomplete', params: { reached: Math.round(at.y + at.view), height: at.height } })
  await settle(open)
  await run(scrollTo(0))
  await deadline.pause(PAUSE_MS)
}
