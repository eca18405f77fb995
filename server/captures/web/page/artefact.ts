import { CdpError } from '../../engine/cdp.ts'
import { StepTimedOut } from '../../engine/deadline.ts'
import type { MissingCode } from '../web-capture.ts'
import type { OpenPage } from './open-page.ts'

/** An artefact that came twice without what makes it one. */
class ArtefactEmpty extends Error {}

const reasonOf = (error: unknown): string | null => {
  if (error instanceof StepTimedOut) return 'timed-out'
  if (error instanceof ArtefactEmpty) return 'empty'
  return error instanceof CdpError ? error.message : null
}

/** One artefact that did not come makes the capture partial, not void; a browser that has gone ends it. */
export async function attempt<T>(open: OpenPage, code: MissingCode, work: () => Promise<T>, instead: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (open.deadline.stopped || open.watch.crashed) throw error
    const reason = reasonOf(error)
    if (reason === null) throw error
    open.missing.push({ code, params: { reason } })
    open.operations.log('artefact-missing', { code })
    return instead
  }
}

/** An artefact with content. One that came without (null) is taken once more. */
export async function takeWhole<T>(
  { operations }: OpenPage,
  code: MissingCode,
  take: () => Promise<T | null>,
): Promise<T> {
  for (let tries = 1; tries <= 2; tries++) {
    const taken = await take()
    if (taken !== null) return taken
    operations.log('artefact-empty', { code, tries })
  }
  throw new ArtefactEmpty(code)
}
