import { setTimeout as wait } from 'node:timers/promises'
import { traceRouteItem } from '../engine/environment/trace-route.ts'
import type { Resolution } from '../../kit/egress/resolve.ts'
import { coverageProbe } from '../engine/browser/fonts.ts'
import type { FontSetup } from '../engine/browser/fonts.ts'
import { Recorder } from '../engine/recorder.ts'
import { Sessions } from '../engine/sessions.ts'
import type { Session } from '../engine/sessions.ts'
import { assembleCapture, type Captured, type CaptureRun, collectCertificates } from './assemble-capture.ts'
import { collectPage, walkWindows } from './page/collect-page.ts'
import type { CollectedPage } from './page/collect-page.ts'
import { applyDevice, applyIdentity, DEVICES, type Identity, makeIdentity } from './page/device.ts'
import { Downloads } from './page/downloads.ts'
import { freePage } from './page/free-page.ts'
import { watchInterruptions } from './page/interruptions.ts'
import { beginEnvironment, endEnvironment } from './environment-report.ts'
import type { EnvironmentBegun } from './environment-report.ts'
import { awaitRest } from './page/await-rest.ts'
import { checkPage, ignoreStep, openPage } from './page/open-page.ts'
import type { OpenPage } from './page/open-page.ts'
import { PageWatch } from './page/page-watch.ts'
import { noteFailures, noteLosses } from './package/note-losses.ts'
import { addRemoteAddresses, ownDocuments } from './package/request-log.ts'
import type { WebCaptureRequest } from './web-capture.ts'

export interface BrowserCapture extends CaptureRun {
  readonly request: WebCaptureRequest
  readonly fonts: FontSetup
  /** Asks for the target's addresses anew, as at the start. */
  readonly resolveAgain: () => Promise<Resolution>
  /** Ends the browser, once all that it knows is written down: packing needs neither its memory nor its processors. */
  readonly letGo: () => Promise<void>
}

/** A script that opens windows without end never lets its page be saved, and each is a page in the browser's memory. */
const MAX_WINDOWS = 50

const nobodyWaits = () => Promise.resolve(false)

/** Attaches to everything, opens the page, writes down what it shows and all it exchanged. */
export async function captureInBrowser(capture: BrowserCapture): Promise<Captured> {
  const { request, context, browser, deadline, operations } = capture
  const device = DEVICES[request.device]
  const identity = makeIdentity(browser.version.userAgent, browser.version.product, device, request.language)
  const { sessions, recorder, popups } = attach(capture, (session) => applyIdentity(session, identity))
  const downloads = new Downloads(browser.connection, browser.downloads)
  const page = await deadline.step('browser', 10_000, sessions.openPage())
  const told: Pick<OpenPage, 'missing' | 'notes' | 'cautions'> = { missing: [], notes: [], cautions: [] }
  const watch = new PageWatch(browser.connection, page, operations)
  const open: OpenPage = {
    page,
    fonts: capture.fonts,
    watch,
    recorder,
    guard: browser.guard,
    deadline,
    limits: context.limits,
    operations,
    workDir: context.workDir,
    ...told,
    othersWait: context.othersWait ?? nobodyWaits,
    frameSessions: () => [...sessions.live.values()].filter(({ type }) => type === 'iframe'),
  }
  await deadline.step('browser', 10_000, preparePage(capture, page, downloads))
  popups.closing = true

  const { begun, target } = await beginReport(capture, page, identity)

  operations.progress('load', 20)
  const { isDownload } = await openPage(open, capture.url.url)
  const route = traceRouteItem(
    browser.guard.connections.find(({ host }) => host === target.host)?.dialledAddress ?? null,
    deadline.signal,
  )
  const collected = isDownload ? null : await visit(capture, open)
  const complete = await downloads.settle(deadline, isDownload ? context.limits.loadMs : 2_000, isDownload)
  open.missing.push(...downloads.lacking(complete))
  const saved = await downloads.save(context.outDir)
  operations.progress('package', 80)
  const exchanges = await deadline.step('record', 10_000, recorder.finish(2_000))
  addRemoteAddresses(exchanges, browser.guard)
  const documents = ownDocuments(exchanges, watch, collected?.arrivals ?? null)
  const tls = await collectCertificates(open, exchanges, documents.at(-1), sessions)
  noteLosses(open, exchanges)
  const failures = noteFailures(open, exchanges, popups.frames)
  // Seen while its processes run.
  const layers = browser.layers()
  await closePage(open)
  const environment = await endEnvironment(begun, {
    now: context.now,
    resolveAgain: capture.resolveAgain,
    route,
    deadline,
  })
  // The one that started the browser awaits its end.
  void capture.letGo().catch(() => {})
  operations.log('environment-after', { ...environment.summary })
  if (watch.dialogs > 0) operations.log('dialogs', { count: watch.dialogs })
  const parts = { collected, saved, exchanges, documents, failures, tls, environment, downloads, layers }
  return assembleCapture(capture, open, parts)
}

/** The machine, its network and the browser before the page is opened. */
async function beginReport(
  { context, build, browser, fonts, deadline, operations, request, url }: BrowserCapture,
  page: Session,
  identity: Identity,
): Promise<{ readonly begun: EnvironmentBegun; readonly target: Resolution }> {
  operations.progress('environment', 10)
  const [target, coverage] = await Promise.all([
    browser.guard.resolve(url.host),
    deadline.step('environment', 10_000, readCoverage(page)),
  ])
  const begun = await deadline.step(
    'environment',
    30_000,
    beginEnvironment({
      now: context.now,
      sntpServers: context.sntpServers ?? [],
      build,
      browser,
      fonts,
      coverage,
      identity,
      device: DEVICES[request.device],
      layers: browser.layers(),
      target,
      trustSpki: context.trustSpki ?? [],
      excepted: context.allowPrivate,
    }),
  )
  operations.log('environment', { ...begun.summary })
  return { begun, target }
}

function attach({ browser, context, operations, deadline }: BrowserCapture, prepare: (session: Session) => void) {
  const { limits, now } = context
  const bodies = {
    bodyBytes: limits.bodyBytes,
    totalBytes: limits.bytes * 2,
    bodyMs: Math.max(2_000, Math.floor(limits.loadMs * 0.6)),
  }
  const popups = { closing: false, opened: 0, frames: new Set<string>() }
  const sessions: Sessions = new Sessions(browser.connection, {
    prepare: (session) => {
      recorder.prepare(session)
      prepare(session)
    },
    onPopup: ({ id, url, targetId }) => {
      if (!popups.closing) return
      popups.opened += 1
      popups.frames.add(targetId)
      if (popups.opened > MAX_WINDOWS) return deadline.stop('too-many-windows', { limit: MAX_WINDOWS })
      operations.log('window-closed', { url })
      void whenFiled(recorder, id)
        .then(() => browser.connection.send('Target.closeTarget', { targetId }))
        .catch(() => {})
    },
  })
  const recorder: Recorder = new Recorder(browser.connection, {
    limits: bodies,
    toldLimit: limits.toldMb * 1024 * 1024,
    onTooMuch: () => deadline.stop('record-limit', { limit: limits.toldMb }),
    now,
    session: (id) => sessions.live.get(id),
  })
  return { sessions, recorder, popups }
}

/** Long enough for a window's first request to be seen and filed, on a machine that has much to do as well. */
async function whenFiled(recorder: Recorder, sessionId: string): Promise<void> {
  await wait(1_000)
  for (let tries = 0; tries < 40 && recorder.isBusy(sessionId); tries++) await wait(100)
}

async function preparePage(capture: BrowserCapture, page: Session, downloads: Downloads): Promise<void> {
  const { request, browser, operations } = capture
  await page.send('Page.enable')
  await page.send('Inspector.enable').catch(() => {})
  await applyDevice(page, DEVICES[request.device], request.language)
  await downloads.enable(browser.connection)
  await watchInterruptions(browser.connection, page, operations)
}

async function readCoverage(page: Session): Promise<Readonly<Record<string, boolean>>> {
  const { result } = await page.send<{ result: { value?: Record<string, boolean> } }>('Runtime.evaluate', {
    expression: coverageProbe,
    returnByValue: true,
  })
  return result.value ?? {}
}

async function visit({ request, context }: BrowserCapture, open: OpenPage): Promise<CollectedPage> {
  const { operations, deadline } = open
  operations.progress('settle', 35)
  await awaitRest(open)
  checkPage(open)
  if (request.delaySeconds > 0) {
    await deadline.pause(request.delaySeconds * 1000)
    operations.log('waited', { seconds: request.delaySeconds })
  }
  await freePage(open)
  const collecting = { device: DEVICES[request.device], outDir: context.outDir, scroll: request.scroll }
  operations.progress('scroll', 45)
  const walk = await walkWindows(open, collecting)
  checkPage(open)
  await freePage(open)
  operations.progress('record', 55)
  return collectPage(open, collecting, walk)
}

/** Before the name is asked once more: whatever is answered then, nothing is left that could follow it. */
async function closePage({ page, deadline, operations }: OpenPage): Promise<void> {
  await deadline.step('close', 2_000, page.send('Page.close')).then(() => operations.log('page-closed'), ignoreStep)
}
