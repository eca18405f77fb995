import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEgressGuard } from '../../kit/egress/guard.ts'
import { parseAllowList } from '../../kit/egress/address-policy.ts'
import { resolveHost, type ResolveOptions } from '../../kit/egress/resolve.ts'
import { findBrowser } from '../engine/browser/browser-path.ts'
import { CdpTooLong } from '../engine/cdp.ts'
import { startDeadline } from '../engine/deadline.ts'
import type { Deadline } from '../engine/deadline.ts'
import { chooseFonts, packagedFonts } from '../engine/browser/fonts.ts'
import { launchBrowser } from '../engine/browser/launch.ts'
import type { LaunchedBrowser } from '../engine/browser/launch.ts'
import { watchMemory } from '../engine/memory-watchdog.ts'
import { killGroup } from '../engine/process-tree.ts'
import { captureInBrowser } from './capture-in-browser.ts'
import { CaptureFailed } from '../engine/engine-error.ts'
import { failureOf } from './failure-of.ts'
import { DEVICES } from './page/device.ts'
import { resolutionFailure } from './net-errors.ts'
import { Operations } from './operations.ts'
import { type ValidUrl, validateUrl } from './validate-url.ts'
import type { WebCapture, WebCaptureContext, WebCaptureRequest } from './web-capture.ts'

const MEGABYTE = 1024 * 1024

/**
 * Captures one page in a fresh browser. Writes its files to `outDir` and answers what they are, or throws
 * CaptureFailed and leaves nothing: no process, no folder, no file.
 */
export async function runWebCapture(request: WebCaptureRequest, context: WebCaptureContext): Promise<WebCapture> {
  const deadline = startDeadline(context.signal, context.limits.totalMs)
  try {
    return await run(request, context, deadline)
  } catch (error) {
    await empty(context.outDir)
    throw failureOf(error, deadline)
  } finally {
    deadline.dispose()
    await empty(context.workDir)
  }
}

async function run(request: WebCaptureRequest, context: WebCaptureContext, deadline: Deadline): Promise<WebCapture> {
  const startedAt = context.now().toISOString()
  const begin = performance.now()
  const operations = new Operations(context.now, context.onProgress)
  const lookup = {
    allow: parseAllowList(context.allowPrivate),
    ...(context.resolver ? { resolver: context.resolver } : {}),
  }
  const url = await checkAddress(request.url, context.allowPrivate, { operations, deadline, lookup })
  await mkdir(context.outDir, { recursive: true })
  await mkdir(context.workDir, { recursive: true })

  operations.progress('browser', 5)
  const [build, fonts] = await deadline.step(
    'browser',
    60_000,
    Promise.all([findBrowser(context.browser), context.packagedFonts ? packagedFonts() : chooseFonts()]),
  )
  const browser = await launchBrowser({
    build,
    fonts,
    language: request.language,
    window: DEVICES[request.device],
    signal: deadline.signal,
    startGuard: (socketPath) =>
      startEgressGuard({
        ...lookup,
        byteLimit: context.limits.bytes,
        onlyWeb: true,
        now: context.now,
        ...(socketPath === undefined ? {} : { socketPath }),
      }),
    ...(context.without ? { without: context.without } : {}),
    ...(context.trustSpki ? { trustSpki: context.trustSpki } : {}),
  })
  const watchdog = watchMemory(browser.group, context.limits.memoryMb * MEGABYTE, (bytes) => {
    deadline.stop('memory-limit', { megabytes: Math.round(bytes / MEGABYTE), limit: context.limits.memoryMb })
    void killGroup(browser.group)
  })
  const working = endWithDeadline(browser, deadline, context.limits.toldMb)
  let closing: Promise<void> | undefined
  const letGo = () => {
    working.done = true
    watchdog.stop()
    return (closing ??= browser.close())
  }
  let captured
  try {
    operations.log('browser-started', { product: browser.version.product, layers: browser.layers() })
    captured = await captureInBrowser({
      request,
      context,
      url,
      build,
      fonts,
      browser,
      deadline,
      operations,
      resolveAgain: () => resolveHost(url.host, lookup),
      letGo,
    })
    if (deadline.stopped) throw deadline.stopped
  } finally {
    await letGo()
  }
  operations.log('browser-ended', { peakMemory: watchdog.peak })
  operations.progress('done', 100)
  await writeFile(join(context.outDir, 'operations.jsonl'), operations.toJsonLines())
  const milliseconds = Math.round(performance.now() - begin)
  return {
    ...captured,
    requestedUrl: request.url,
    startedAt,
    finishedAt: context.now().toISOString(),
    files: [...captured.files, { path: 'operations.jsonl', mediaType: 'application/jsonl' }],
    stats: { ...captured.stats, peakMemory: watchdog.peak, milliseconds },
  }
}

interface Checking {
  readonly operations: Operations
  readonly deadline: Deadline
  readonly lookup: ResolveOptions
}

/** Before a browser is started: most refusals need none. */
async function checkAddress(address: string, allowPrivate: readonly string[], check: Checking): Promise<ValidUrl> {
  const { operations, deadline, lookup } = check
  operations.progress('check', 1)
  const url = validateUrl(address, { allowPrivate })
  if (!url.ok) throw new CaptureFailed(url.code, url.params)
  operations.log('address-checked', { url: url.url })
  const target = await deadline.step('check', 15_000, resolveHost(url.host, lookup))
  const refused = resolutionFailure(target)
  if (refused) throw refused
  operations.log('name-resolved', { host: url.host, answers: target.answers.map((answer) => answer.address) })
  return url
}

/** A stop must not wait for whoever is in the middle of something: the browser goes at once. */
function endWithDeadline(browser: LaunchedBrowser, deadline: Deadline, limit: number): { done: boolean } {
  const working = { done: false }
  const end = () => void (working.done || killGroup(browser.group))
  deadline.signal.addEventListener('abort', end, { once: true })
  if (deadline.signal.aborted) end()
  browser.connection.onClose((error) => {
    if (working.done) return
    if (error instanceof CdpTooLong) deadline.stop('record-limit', { limit })
    else deadline.stop('browser-crashed', { detail: 'connection closed' })
  })
  return working
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true })
}
