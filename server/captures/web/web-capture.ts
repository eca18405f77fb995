import type { FindBrowserOptions } from '../engine/browser/browser-path.ts'
import type { IsolationLayer } from '../engine/browser/isolation.ts'
import type { Resolver } from '../../kit/egress/resolve.ts'

export interface WebCaptureRequest {
  readonly url: string
  readonly device: 'desktop' | 'mobile'
  /** Scroll through the page so that late images load. */
  readonly scroll: boolean
  readonly delaySeconds: number
  readonly language: string
}

export interface WebCaptureLimits {
  readonly totalMs: number
  readonly loadMs: number
  /** Longest that a page may answer nothing while others wait. */
  readonly silentMs: number
  readonly idleMs: number
  readonly scrollMs: number
  readonly bytes: number
  readonly memoryMb: number
  readonly bodyBytes: number
  readonly toldMb: number
}

export const CAPTURE_STEPS = [
  'check',
  'environment',
  'browser',
  'load',
  'settle',
  'scroll',
  'record',
  'package',
  'done',
] as const
export type CaptureStep = (typeof CAPTURE_STEPS)[number]

export interface CaptureProgress {
  readonly step: CaptureStep
  readonly percent: number
  readonly detail?: string
}

export interface WebCaptureContext {
  /** Empty at the start; emptied again when the capture fails. */
  readonly outDir: string
  /** In the file system of `outDir`. */
  readonly workDir: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: CaptureProgress) => void
  readonly limits: WebCaptureLimits
  /** Hosts, addresses and ranges that may be reached although they are not global. */
  readonly allowPrivate: readonly string[]
  readonly now: () => Date
  /** Servers with whose time the clock is compared; it is compared with none where none is named. */
  readonly sntpServers?: readonly string[]
  /** Whether others wait for the worker; nobody does where it is not given. */
  readonly othersWait?: () => Promise<boolean>
  /** Looks names up instead of the machine. */
  readonly resolver?: Resolver
  readonly browser?: FindBrowserOptions
  /** Use the packaged fonts alone, as on a machine that has none. */
  readonly packagedFonts?: boolean
  readonly without?: readonly IsolationLayer[]
  /** SHA-256 digests (base64) of public keys whose certificates an operator trusts beyond the public authorities. */
  readonly trustSpki?: readonly string[]
}

export interface Missing {
  readonly code: MissingCode
  readonly params: Readonly<Record<string, unknown>>
}

/** A partial capture lacks one of these. Words for each code stand in `locales`, under `missing`. */
export type MissingCode =
  | 'load-incomplete'
  | 'document-cut'
  | 'network-busy'
  | 'scroll-incomplete'
  | 'goes-on'
  | 'areas-unwalked'
  | 'locked-unseen'
  | 'text-unpictured'
  | 'signs-undrawn'
  | 'looks-incomplete'
  | 'scroll-interrupted'
  | 'page-unbounded'
  | 'page-wide'
  | 'page-moved'
  | 'script-stopped'
  | 'byte-limit'
  | 'body-truncated'
  | 'body-timed-out'
  | 'screenshot'
  | 'screenshot-moved'
  | 'picture-in-windows'
  | 'frames-unpainted'
  | 'pdf'
  | 'pdf-too-long'
  | 'mhtml'
  | 'dom'
  | 'archive-without-page'
  | 'text'
  | 'certificates'
  | 'download-incomplete'
  | 'downloads-left'
  | 'socket-frames'
  | 'resources-refused'
  | 'not-web'
  | 'frames-failed'

export interface PageNote {
  readonly code: NoteCode
  readonly params: Readonly<Record<string, number>>
}

/** A code says how pictures show a page of which nothing is lacking. Words for each stand in `locales`, under `note`. */
export type NoteCode =
  | 'scrolls-inside'
  | 'seen-in-windows'
  | 'areas-in-windows'
  | 'documents-hold-less'
  | 'mhtml-lightened'
  | 'painted-text'

export interface PageCaution {
  readonly code: CautionCode
  readonly params: Readonly<Record<string, number | string>>
}

/** A warning of what pictures and print of a page show. Words for each stand in `locales`, under `caution`. */
export type CautionCode =
  | 'one-colour'
  | 'slides-unseen'
  | 'locked'
  | 'masked'
  | 'background-differs'
  | 'text-unread'
  | 'signs-undrawn'
  | 'print-differs'

/** Why a request brought nothing to show, as far as it is known. Words for each stand in `locales`, under `fault`. */
export type RequestFault =
  | 'status'
  | 'name-not-found'
  | 'connection-refused'
  | 'connection-closed'
  | 'host-unreachable'
  | 'tls-invalid'
  | 'timed-out'
  | 'unanswered'
  | 'page-rules'
  | 'platform'
  | 'other'

export interface FailedRequest {
  readonly url: string
  /** The browser's word for what was asked for: Document, Script, Image, XHR … */
  readonly type: string
  readonly status: number | null
  readonly fault: RequestFault
}

export interface RedirectHop {
  readonly url: string
  readonly status: number | null
  readonly to: string | null
  readonly kind: 'http' | 'client' | 'final'
  readonly remoteAddress: string | null
  readonly at: string
}

export interface Tile {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly offset: number
}

export interface CapturedFile {
  readonly path: string
  readonly mediaType: string
}

export interface TlsSummary {
  readonly protocol: string
  readonly cipher: string
  readonly subject: string
  readonly issuer: string
  readonly validFrom: string
  readonly validTo: string
  readonly certificates: number
}

export interface DnsSummary {
  readonly host: string
  readonly answers: readonly string[]
  readonly verdict: string
}

export type EnvironmentVerdict = 'clean' | 'noted' | 'abnormal'

export interface WebCapture {
  readonly requestedUrl: string
  readonly finalUrl: string
  readonly title: string
  readonly httpStatus: number | null
  readonly startedAt: string
  readonly finishedAt: string
  readonly completeness: 'full' | 'partial'
  readonly missing: readonly Missing[]
  readonly notes: readonly PageNote[]
  readonly cautions: readonly PageCaution[]
  readonly redirects: readonly RedirectHop[]
  readonly remoteAddress: string | null
  readonly tls: TlsSummary | null
  readonly dns: readonly DnsSummary[]
  readonly files: readonly CapturedFile[]
  readonly tiles: readonly Tile[]
  readonly stats: {
    readonly requests: number
    /** Requests whose answer is missing in the page; the first of them stand in `failures`. */
    readonly failed: number
    readonly bytes: number
    readonly peakMemory: number
    readonly milliseconds: number
  }
  readonly failures: readonly FailedRequest[]
  readonly environmentSummary: {
    readonly verdict: EnvironmentVerdict
    readonly abnormal: readonly string[]
    readonly noted: readonly string[]
  }
  readonly browser: { readonly name: string; readonly version: string; readonly build: string }
  readonly isolation: readonly IsolationLayer[]
}
