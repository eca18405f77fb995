import type { FontSetup } from '../../engine/browser/fonts.ts'
import { CdpError } from '../../engine/cdp.ts'
import type { Deadline } from '../../engine/deadline.ts'
import { StepTimedOut } from '../../engine/deadline.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Recorder } from '../../engine/recorder.ts'
import type { Session } from '../../engine/sessions.ts'
import type { EgressGuard } from '../../../kit/egress/guard.ts'
import { CaptureFailed } from '../../engine/engine-error.ts'
import { loadFailure } from '../net-errors.ts'
import type { Operations } from '../operations.ts'
import type { PageWatch } from './page-watch.ts'
import type { Missing, PageCaution, PageNote, WebCaptureLimits } from '../web-capture.ts'
import { type Silence, watchSilence } from './watch-silence.ts'

export interface OpenPage {
  readonly page: Session
  readonly fonts: FontSetup
  readonly watch: PageWatch
  readonly recorder: Recorder
  readonly guard: EgressGuard
  readonly deadline: Deadline
  readonly limits: WebCaptureLimits
  readonly operations: Operations
  /** For files that are not kept. */
  readonly workDir: string
  readonly missing: Missing[]
  readonly notes: PageNote[]
  readonly cautions: PageCaution[]
  readonly othersWait: () => Promise<boolean>
  /** Sessions of frames of other sites, which have processes of their own. */
  readonly frameSessions: () => readonly Session[]
}

interface NavigateReply {
  readonly loaderId?: string
  readonly errorText?: string
  readonly isDownload?: boolean
}

const QUIET_MS = 500

/** Opens the address and waits for its load event. Answers whether it turned out to be a download. */
export async function openPage(open: OpenPage, url: string): Promise<{ readonly isDownload: boolean }> {
  const silence = watchSilence(open.guard, open.deadline, open.limits.silentMs, open.othersWait)
  try {
    return await load(open, url, silence)
  } finally {
    silence.stop()
  }
}

async function load(open: OpenPage, url: string, silence: Silence): Promise<{ readonly isDownload: boolean }> {
  const { deadline, limits, watch, operations } = open
  const begin = performance.now()
  operations.log('navigate', { url })
  const reply = await navigate(open, url, silence)
  if (reply.isDownload) return { isDownload: true }
  if (reply.errorText) throw loadFailure(reply.errorText, failedAddress(open, reply, url), open.guard)
  const loadedWhole = () => watch.loaded || watch.current?.unreachableUrl !== undefined
  // Past the byte limit nothing more will come.
  const ended = () => loadedWhole() || open.guard.overLimitAt !== null || silence.long
  await until(open, ended, limits.loadMs - (performance.now() - begin))
  if (!loadedWhole() || open.guard.overLimitAt !== null) {
    open.missing.push({ code: 'load-incomplete', params: { seconds: secondsSince(begin) } })
    operations.log('load-stopped', silence.long ? { silence: secondsOf(limits.silentMs) } : {})
    await deadline.step('stop', 2_000, open.page.send('Page.stopLoading')).catch(ignoreStep)
    checkLimit(open)
  } else operations.log('load-event', { milliseconds: Math.round(performance.now() - begin) })
  return { isDownload: false }
}

const secondsOf = (milliseconds: number) => Math.round(milliseconds / 1000)
const secondsSince = (begin: number) => secondsOf(performance.now() - begin)

async function navigate({ deadline, limits, page }: OpenPage, url: string, silence: Silence): Promise<NavigateReply> {
  const begin = performance.now()
  const gaveWay = silence.begun.then(() => {
    throw new CaptureFailed('gave-way', { seconds: secondsSince(begin), limit: secondsOf(limits.loadMs) })
  })
  try {
    const reply = page.send<NavigateReply>('Page.navigate', { url })
    return await deadline.step('load', limits.loadMs, Promise.race([reply, gaveWay]))
  } catch (error) {
    if (error instanceof StepTimedOut)
      throw new CaptureFailed('timed-out', { step: 'load', seconds: secondsOf(limits.loadMs) })
    throw error
  }
}

export const isQuiet = ({ recorder }: Pick<OpenPage, 'recorder'>): boolean =>
  recorder.inFlight === 0 && recorder.quietMs >= QUIET_MS

/** Waits until the page's requests have ended and nothing moved for a while. */
export async function settle(open: OpenPage): Promise<void> {
  const quiet = await until(open, () => isQuiet(open), open.limits.idleMs)
  open.operations.log('network-quiet', { quiet, open: open.recorder.inFlight })
  const known = open.missing.some(({ code }) => code === 'network-busy' || code === 'load-incomplete')
  if (!quiet && !known) open.missing.push({ code: 'network-busy', params: { open: open.recorder.inFlight } })
}

/** Fails when what is shown by now is the browser's error page, a page that crashed, or a document cut by the byte limit. */
export function checkPage({ watch, recorder, guard, missing }: OpenPage): void {
  if (watch.crashed) throw new CaptureFailed('page-crashed')
  const frame = watch.current
  const main = frame && recorder.last(frame.loaderId)
  if (frame?.unreachableUrl !== undefined) throw loadFailure(main?.failure?.error ?? '', frame.unreachableUrl, guard)
  checkLimit({ watch, recorder, guard })
  if (!main?.failure) return
  if (!missing.some(({ code }) => code === 'document-cut')) missing.push({ code: 'document-cut', params: {} })
}

/** A document that the byte limit cut is no evidence of the page; what was cut of a whole document's resources is listed. */
function checkLimit({ watch, recorder, guard }: Pick<OpenPage, 'watch' | 'recorder' | 'guard'>): void {
  const main = watch.current && recorder.last(watch.current.loaderId)
  if (guard.overLimitAt !== null && !wholeBefore(guard.overLimitAt, main))
    throw new CaptureFailed('too-large', { bytes: guard.bytes })
}

/**
 * Past the byte limit the word that a document broke off may come late or never, and one sent without a length
 * even seems to end well: only what had ended before counts.
 */
const wholeBefore = (instant: number, main: Exchange | undefined): boolean =>
  main?.endedAt != null && !main.failure && main.endedAt < instant

/** The address that failed: the last hop of a redirect chain, not the one that was asked for. */
const failedAddress = ({ recorder }: OpenPage, { loaderId }: NavigateReply, url: string): string =>
  (loaderId === undefined ? undefined : recorder.last(loaderId)?.url) ?? url

/** Waits for a condition; false where it did not come in time, or the page crashed. */
export async function until(
  { deadline, watch }: OpenPage,
  condition: () => boolean,
  milliseconds: number,
): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!condition()) {
    if (watch.crashed || performance.now() >= end) return false
    await deadline.pause(25)
  }
  return true
}

/** For what may go wrong without harm: one step, and not the browser. */
export const ignoreStep = (error: unknown): void => {
  if (!(error instanceof StepTimedOut || error instanceof CdpError)) throw error
}
