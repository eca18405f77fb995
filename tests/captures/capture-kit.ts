import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWebCapture } from '../../server/captures/web/run-web-capture.ts'
import type {
  CaptureProgress,
  WebCapture,
  WebCaptureContext,
  WebCaptureLimits,
  WebCaptureRequest,
} from '../../server/captures/web/web-capture.ts'

export const LIMITS: WebCaptureLimits = {
  totalMs: 90_000,
  loadMs: 20_000,
  silentMs: 15_000,
  idleMs: 5_000,
  scrollMs: 15_000,
  bytes: 100_000_000,
  memoryMb: 2_048,
  bodyBytes: 20_000_000,
  toldMb: 50,
}

export interface Attempt {
  readonly outDir: string
  readonly workDir: string
  readonly progress: readonly CaptureProgress[]
  readonly result: Promise<WebCapture>
  text(path: string): string
  lines<T>(path: string): T[]
  remove(): Promise<void>
}

type Overrides = Omit<Partial<WebCaptureContext>, 'limits'> & { limits?: Partial<WebCaptureLimits> }

/** Captures that have not ended. */
let running = 0

/** Runs one capture into fresh folders; loopback is allowed unless a test says otherwise. */
export async function capture(
  request: Partial<WebCaptureRequest> & { url: string },
  overrides: Overrides = {},
): Promise<Attempt> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-test-'))
  const [outDir, workDir] = [join(folder, 'out'), join(folder, 'work')]
  const progress: CaptureProgress[] = []
  const { limits, ...rest } = overrides
  const result = runWebCapture(
    { device: 'desktop', scroll: true, delaySeconds: 0, language: 'zh-CN', ...request },
    {
      outDir,
      workDir,
      signal: new AbortController().signal,
      onProgress: (step) => progress.push(step),
      allowPrivate: ['127.0.0.0/8'],
      now: () => new Date(),
      ...rest,
      limits: { ...LIMITS, ...limits },
    },
  )
  running += 1
  const ended = () => void (running -= 1)
  result.then(ended, ended)
  const text = (path: string) => readFileSync(join(outDir, path), 'utf8')
  return {
    outDir,
    workDir,
    progress,
    result,
    text,
    lines: <T>(path: string) =>
      text(path)
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const mine = `shimakaze-browser-${process.pid}-`
const launchIn = (text: string): string | undefined => new RegExp(`${mine}\\w+`).exec(text)?.[0]

/**
 * Browser processes and launch folders of this test process that are still there; those of captures beside each other only
 * when they are of more launches than captures run. Read in one go, so that meanwhile no capture begins or ends.
 */
export async function leftovers(): Promise<string[]> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(mine))
  const processes = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => ({ pid, launch: launchIn(commandLine(pid)) }))
    .filter(({ launch }) => launch !== undefined)
  const launches = new Set([...folders, ...processes.map(({ launch }) => launch)])
  return launches.size > running ? [...folders, ...processes.map(({ pid }) => `process ${pid}`)] : []
}
