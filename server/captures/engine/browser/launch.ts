import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { EgressGuard } from '../../../kit/egress/guard.ts'
import type { BrowserBuild } from './browser-path.ts'
import { isRoot } from './cache-folder.ts'
import { CdpConnection } from '../cdp.ts'
import type { ConfinedStart } from './confined-entry.ts'
import { EngineError } from '../engine-error.ts'
import { browserFlags } from './flags.ts'
import type { FontSetup } from './fonts.ts'
import { isolationAbility, networkPrefix, userNamespacePrefix } from './isolation.ts'
import type { IsolationAbility, IsolationLayer } from './isolation.ts'
import { makeLaunchFolder } from './launch-folder.ts'
import type { LaunchFolder } from './launch-folder.ts'
import { reserveUid } from './reserve-uid.ts'
import { hasSandboxedMember, killGroup } from '../process-tree.ts'

export interface LaunchOptions {
  readonly build: BrowserBuild
  readonly fonts: FontSetup
  readonly language: string
  readonly timezone?: string
  readonly window: { readonly width: number; readonly height: number }
  readonly trustSpki?: readonly string[]
  readonly signal: AbortSignal
  /** Starts the way out: on the given socket, or on a loopback port when there is none. */
  readonly startGuard: (socketPath: string | undefined) => Promise<EgressGuard>
  /** Layers not to use although the machine could; for measurements and for odd hosts. */
  readonly without?: readonly IsolationLayer[]
}

export interface LaunchedBrowser {
  readonly connection: CdpConnection
  readonly guard: EgressGuard
  readonly group: number
  readonly downloads: string
  readonly flags: readonly string[]
  /** The profile's content before the start: evidence that it was empty. */
  readonly profileBefore: readonly string[]
  readonly uid: number | null
  readonly version: { readonly product: string; readonly revision: string; readonly userAgent: string }
  /** The walls that stand, as seen from outside; asked after the first page runs. */
  layers(): IsolationLayer[]
  stderr(): string
  close(): Promise<void>
}

/** The only port of an empty namespace that anything listens on. */
const RELAY_PORT = 1080
const START_MS = 20_000
const STDERR_BYTES = 16_384

interface Plan {
  readonly namespace: boolean
  readonly uid: number | null
  /** Wrap the browser so that it does not see itself as root. */
  readonly userNamespace: boolean
  readonly sandbox: boolean
}

interface Wish {
  readonly without: readonly IsolationLayer[]
  readonly sandbox: boolean
  /** The user that was reserved for this browser. */
  readonly uid: number | null
}

function makePlan(ability: Omit<IsolationAbility, 'uid'>, { without, sandbox, uid }: Wish): Plan {
  const namespace = ability.namespace && !without.includes('namespace')
  const asRoot = uid === null && (isRoot() || namespace)
  const userNamespace = asRoot && ability.userNamespace
  return {
    namespace,
    uid,
    userNamespace,
    sandbox: sandbox && !without.includes('sandbox') && (!asRoot || userNamespace),
  }
}

/** A clean environment: nothing of ours may be readable from a browser that was taken over. */
function browserEnv(options: LaunchOptions, folder: LaunchFolder): Record<string, string> {
  const { configFile } = options.fonts
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder.profile,
    TMPDIR: folder.profile,
    XDG_CACHE_HOME: folder.profile,
    XDG_CONFIG_HOME: folder.profile,
    LANG: 'C.UTF-8',
    LANGUAGE: options.language,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    ...(options.timezone ? { TZ: options.timezone } : {}),
    FONTCONFIG_FILE: configFile,
    ...(options.build.libraries ? { LD_LIBRARY_PATH: options.build.libraries } : {}),
  }
}

function start(
  plan: Plan,
  command: readonly string[],
  env: Record<string, string>,
  folder: LaunchFolder,
): ChildProcess {
  const wrapped = plan.userNamespace ? [...userNamespacePrefix(61_200), ...command] : command
  const entry: ConfinedStart = {
    socketPath: folder.socketPath,
    relayPort: RELAY_PORT,
    command: wrapped,
    uid: plan.uid,
    env,
  }
  const confined = [
    ...networkPrefix(),
    process.execPath,
    fileURLToPath(new URL('confined-entry.ts', import.meta.url)),
    JSON.stringify(entry),
  ]
  const [file = '', ...args] = plan.namespace ? confined : wrapped
  return spawn(file, args, {
    cwd: '/',
    detached: true,
    env: plan.namespace ? { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } : env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    ...(plan.uid !== null && !plan.namespace ? { uid: plan.uid, gid: plan.uid } : {}),
  })
}

function boundedStderr(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_BYTES)
  })
  return () => text
}

interface Version {
  readonly product: string
  readonly revision: string
  readonly userAgent: string
}

async function firstAnswer(connection: CdpConnection, child: ChildProcess, signal: AbortSignal): Promise<Version> {
  const gone = new Promise<never>((_, reject) => {
    const failed = (detail: string) => () => reject(new EngineError('browser-crashed', detail))
    child.once('error', failed('could not be started'))
    child.once('exit', (code, by) => failed(`ended at start: ${code ?? by}`)())
    signal.addEventListener('abort', failed('stopped'), { once: true })
    setTimeout(failed('did not answer'), START_MS).unref()
    if (signal.aborted) failed('stopped')()
  })
  gone.catch(() => {})
  return Promise.race([connection.send<Version>('Browser.getVersion'), gone])
}

async function launchWith(options: LaunchOptions, plan: Plan): Promise<LaunchedBrowser> {
  const folder = await makeLaunchFolder(plan.uid)
  let guard: EgressGuard | undefined
  let child: ChildProcess | undefined
  const close = async () => {
    if (child?.pid !== undefined) await killGroup(child.pid)
    await guard?.close()
    await folder.remove()
  }
  try {
    guard = await options.startGuard(plan.namespace ? folder.socketPath : undefined)
    const profileBefore = await readdir(folder.profile)
    const flags = browserFlags({
      build: options.build,
      profile: folder.profile,
      guardPort: guard.port ?? RELAY_PORT,
      language: options.language,
      sandbox: plan.sandbox,
      window: options.window,
      trustSpki: options.trustSpki ?? [],
    })
    child = start(plan, [options.build.path, ...flags], browserEnv(options, folder), folder)
    const stderr = boundedStderr(child)
    child.on('error', () => {})
    const connection = new CdpConnection(child.stdio[4] as Readable, child.stdio[3] as Writable)
    const version = await firstAnswer(connection, child, options.signal).catch((error: unknown) => {
      throw error instanceof EngineError
        ? new EngineError(error.code, `${error.detail} ${stderr().slice(-2_000)}`)
        : error
    })
    const group = child.pid ?? 0
    const layers = (): IsolationLayer[] => [
      ...(plan.namespace ? (['namespace'] as const) : []),
      ...(plan.uid !== null ? (['uid'] as const) : []),
      ...(plan.sandbox && hasSandboxedMember(group) ? (['sandbox'] as const) : []),
      'guard',
    ]
    return {
      connection,
      guard,
      group,
      downloads: folder.downloads,
      flags,
      profileBefore,
      uid: plan.uid,
      version,
      layers,
      stderr,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * A fresh browser with an empty profile whose only way out is the guard. Walls the machine does not
 * offer are left out one by one and missing from `layers`; the guard is always there.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const ability = await isolationAbility()
  const without = options.without ?? []
  // All attempts are one browser's: the next begins when the one before has ended.
  const reserved = ability.uid && !without.includes('uid') ? await reserveUid() : null
  const wish = { without, uid: reserved?.uid ?? null }
  const plans = [
    makePlan(ability, { ...wish, sandbox: true }),
    makePlan({ ...ability, namespace: false }, { ...wish, sandbox: true }),
    makePlan(ability, { ...wish, sandbox: false }),
    makePlan({ namespace: false, userNamespace: false }, { ...wish, sandbox: false }),
  ]
  const distinct = plans.filter((plan, at) => plans.findIndex((other) => sameLayers(other, plan)) === at)
  let failure: unknown
  for (const plan of distinct) {
    try {
      const browser = await launchWith(options, plan)
      const close = async () => {
        try {
          await browser.close()
        } finally {
          await reserved?.release()
        }
      }
      return { ...browser, close }
    } catch (error) {
      failure = error
      if (options.signal.aborted) break
    }
  }
  await reserved?.release()
  throw failure
}

const sameLayers = (a: Plan, b: Plan): boolean =>
  a.namespace === b.namespace &&
  (a.uid === null) === (b.uid === null) &&
  a.userNamespace === b.userNamespace &&
  a.sandbox === b.sandbox
