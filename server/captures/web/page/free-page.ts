import { CdpError } from '../../engine/cdp.ts'
import { StepTimedOut } from '../../engine/deadline.ts'
import { CaptureFailed } from '../../engine/engine-error.ts'
import type { OpenPage } from './open-page.ts'

/** A page that works hard answers late; one that loops never does. */
const ANSWER_MS = 5_000

/** Commands that are tried in turn; they reach a page even in the middle of a script. */
const MEASURES: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[][] = [
  [['Runtime.terminateExecution', {}]],
  // A timer starts it anew: no script runs any more.
  [
    ['Emulation.setScriptExecutionDisabled', { value: true }],
    ['Runtime.terminateExecution', {}],
  ],
]

async function answers({ page, deadline, watch }: OpenPage): Promise<boolean> {
  // A page that has crashed does not answer either, for another reason.
  if (watch.crashed) throw new CaptureFailed('page-crashed')
  try {
    await deadline.step('answer', ANSWER_MS, page.send('Runtime.evaluate', { expression: '1' }))
    return true
  } catch (error) {
    // An evaluation that was itself ended was carried out.
    if (error instanceof CdpError) return true
    if (error instanceof StepTimedOut) return false
    throw error
  }
}

/** Stops a script that keeps the page from answering, and says so; without that nothing could be written down at all. */
export async function freePage(open: OpenPage): Promise<void> {
  if (await answers(open)) return
  const known = open.missing.some(({ code }) => code === 'script-stopped')
  if (!known) open.missing.push({ code: 'script-stopped', params: { seconds: ANSWER_MS / 1000 } })
  for (const commands of MEASURES) {
    for (const [method, params] of commands) void open.page.send(method, params).catch(() => {})
    open.operations.log('script-stopped', { measures: commands.map(([method]) => method) })
    if (await answers(open)) return
  }
  throw new CaptureFailed('page-unresponsive')
}
