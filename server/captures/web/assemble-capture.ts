import type { BrowserBuild } from '../engine/browser/browser-path.ts'
import type { Deadline } from '../engine/deadline.ts'
import type { Exchange } from '../engine/exchange.ts'
import { withoutInnerAddresses } from '../../kit/egress/resolve.ts'
import type { IsolationLayer } from '../engine/browser/isolation.ts'
import type { LaunchedBrowser } from '../engine/browser/launch.ts'
import type { Sessions } from '../engine/sessions.ts'
import type { CollectedPage } from './page/collect-page.ts'
import type { Downloads } from './page/downloads.ts'
import type { EnvironmentReport } from './environment-report.ts'
import type { OpenPage } from './page/open-page.ts'
import type { Operations } from './operations.ts'
import type { FailedRequests } from './package/failed-requests.ts'
import { redirectChain } from './package/request-log.ts'
import { collectTls, tlsOf, type TlsOrigin } from './package/tls-chains.ts'
import { type ValidUrl, withoutCredentials } from './validate-url.ts'
import type { CapturedFile, WebCapture, WebCaptureContext } from './web-capture.ts'
import { writeArchive, writeLogs } from './package/write-package.ts'

export type Captured = Omit<WebCapture, 'requestedUrl' | 'startedAt' | 'finishedAt'>

/** A capture under way: its address, and the tools that it runs with. */
export interface CaptureRun {
  readonly context: WebCaptureContext
  readonly url: ValidUrl
  readonly build: BrowserBuild
  readonly browser: LaunchedBrowser
  readonly deadline: Deadline
  readonly operations: Operations
}

/** All that was collected before the page was closed. */
export interface CaptureParts {
  readonly collected: CollectedPage | null
  readonly saved: readonly CapturedFile[]
  readonly exchanges: readonly Exchange[]
  readonly documents: readonly Exchange[]
  readonly failures: FailedRequests
  readonly tls: readonly TlsOrigin[]
  readonly environment: EnvironmentReport
  readonly downloads: Downloads
  readonly layers: readonly IsolationLayer[]
}

/** Asks every server for its certificates; those of the page itself are missing where it offers none. */
export async function collectCertificates(
  open: OpenPage,
  exchanges: readonly Exchange[],
  main: Exchange | undefined,
  sessions: Sessions,
): Promise<TlsOrigin[]> {
  const tls = await collectTls(open, exchanges, [...sessions.live.values()])
  const lacking = tls.filter(({ certificates }) => certificates === 0).map(({ origin }) => origin)
  if (lacking.length > 0) open.operations.log('certificates-not-offered', { origins: lacking })
  if (main && tlsOf(tls, main)?.certificates === 0)
    open.missing.push({ code: 'certificates', params: { origin: new URL(main.url).origin } })
  return tls
}

/** Writes the logs and the archive of a capture whose page is closed, and says all that became of it. */
export async function assembleCapture(capture: CaptureRun, open: OpenPage, parts: CaptureParts): Promise<Captured> {
  const { context, browser, deadline, operations } = capture
  const { collected, exchanges, documents, failures, tls, environment, saved } = parts
  const redirects = redirectChain(documents)
  const main = documents.at(-1)
  const finalUrl = withoutCredentials(collected?.facts.url ?? main?.url ?? capture.url.url)
  const title = collected?.facts.title || (parts.downloads.list[0]?.name ?? '')
  const made = [...(collected?.files ?? []), ...saved]
  const input = {
    outDir: context.outDir,
    workDir: context.workDir,
    url: finalUrl,
    title,
    text: collected?.facts.text ?? '',
    at: context.now().toISOString(),
    browser: browser.version.product,
    exchanges,
    sockets: open.recorder.sockets.logs,
    redirects,
    guard: browser.guard,
    tls,
    environment,
    operations,
    made,
    signal: deadline.signal,
  }
  const logs = await writeLogs(input)
  operations.progress('package', 90)
  const archive = await writeArchive(input)
  // A file is kept beside it, and what a page made itself was never sent.
  if (collected && main && /^https?:/.test(main.url) && !archive.holds(main))
    open.missing.push({ code: 'archive-without-page', params: { url: main.url } })
  return {
    finalUrl,
    title,
    httpStatus: main?.status ?? null,
    completeness: open.missing.length === 0 ? 'full' : 'partial',
    missing: open.missing,
    notes: open.notes,
    cautions: open.cautions,
    redirects,
    remoteAddress: main?.remoteAddress ?? null,
    tls: tlsOf(tls, main),
    dns: browser.guard.resolutions.map(withoutInnerAddresses).map(({ host, answers, verdict }) => ({
      host,
      answers: answers.map(({ address }) => address),
      verdict,
    })),
    files: [...made, ...logs, archive.file],
    tiles: collected?.screenshot.tiles ?? [],
    failures: failures.list,
    stats: {
      requests: exchanges.length,
      failed: failures.count,
      bytes: browser.guard.bytes,
      peakMemory: 0,
      milliseconds: 0,
    },
    environmentSummary: environment.summary,
    browser: {
      name: 'Chromium',
      version: browser.version.product.split('/')[1] ?? '',
      build: `${capture.build.kind} ${browser.version.revision}`,
    },
    isolation: parts.layers,
  }
}
