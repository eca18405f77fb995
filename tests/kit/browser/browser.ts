import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { type Language, languageCookie } from '../../../contract/kit/language.ts'
import { appearanceCookie } from '../../../contract/site/appearance.ts'
import { declaredPage, entryOf } from '../../../contract/site/entries.ts'
import { say } from '../../../server/kit/words.ts'
import { freePort } from '../outside/free-port.ts'

export interface Setting {
  language: Language
  device: 'desktop' | 'phone'
  theme: 'light' | 'dark'
}

/** Somebody at a browser of their own, in their language, and what that browser complained about. */
export interface Visitor {
  setting: Setting
  context: BrowserContext
  page: Page
  /** Words as this visitor reads them: `say('evidence', 'tab.summary')`. */
  say(domain: string, key: string, params?: Record<string, unknown>): string
  /** Goes as a link does: from one page of the console to another its scripts stay, which is a third of the work of loading it. */
  go(path: string): Promise<void>
  /** Loads everything anew, as for an address that is typed in. */
  load(path: string): Promise<void>
  /** Script errors, console errors and requests to foreign hosts so far. */
  problems: string[]
  /** Requests that nothing has come back for. */
  unanswered: ReadonlySet<Request>
  close(): Promise<void>
}

/** A button's name as a pattern: antd sets an icon's name before it, and a space between two Chinese characters. */
export const named = (text: string): RegExp =>
  new RegExp(`(?:^|\\s)${[...text].map((c) => c.replace(/[$()*+.?[\\\]^{|}]/, '\\$&')).join('\\s?')}$`)

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: compiling it once more costs a tenth of its work, and saves nothing.
  '--js-flags=--no-turbofan --no-maglev',
]
/** The whole browser, or its engine alone, which runs pages the same and draws no windows around them: a third of the work. */
type Which = 'whole' | 'engine'
const [whole, engine] = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
const places: Record<Which, string[]> = { whole: [whole, engine], engine: [engine, whole] }

function launching(which: Which) {
  const executablePath = process.env['CHROMIUM_PATH'] ?? places[which].find((path) => existsSync(path))
  if (!executablePath) throw new Error(`No browser: none of ${places[which].join(', ')} is there`)
  // Where the machine names no encoding, files whose names are Chinese are neither sent nor saved.
  return { executablePath, args: flags, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
}

export const launchBrowser = (which: Which = 'engine'): Promise<Browser> => chromium.launch(launching(which))

/** The browser that all files of this process share: closing it closes the profiles that were made by it, and no others. */
export interface SharedBrowser {
  /** A `fresh` one has loaded nothing yet. */
  newContext(options?: BrowserContextOptions, fresh?: boolean): Promise<BrowserContext>
  /** For a profile that nobody uses any more: the next of its kind that is asked for is this one, emptied. */
  leave(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

/** Events that tests listen to; the driver's own end of a profile listens to another. */
const heard = [
  'weberror',
  'console',
  'dialog',
  'page',
  'request',
  'requestfinished',
  'requestfailed',
  'response',
] as const

/** Milliseconds after which a page that was told to close has not done it. */
const longestClose = 10_000

let shared: Promise<Browser> | undefined

/** To launch one takes as long as to look at a page: each process of journeys does it once. */
export async function shareBrowser(): Promise<SharedBrowser> {
  const whole = await (shared ??= launchBrowser())
  // It may have crashed with a file before this one.
  if (!whole.isConnected()) shared = launchBrowser()
  const [browser, kinds] = [await shared, new Map<BrowserContext, string>()]
  const left: BrowserContext[] = []
  return {
    async newContext(options = {}, fresh = false) {
      const { storageState, ...kind } = options
      const name = JSON.stringify(kind)
      const at = fresh ? -1 : left.findIndex((context) => kinds.get(context) === name)
      const [used] = at < 0 ? [] : left.splice(at, 1)
      if (used) await used.setStorageState(storageState ?? { cookies: [], origins: [] })
      const context = used ?? (await browser.newContext(options))
      kinds.set(context, name)
      return context
    },
    // Scripts and styles that its pages have loaded stay, which are half the work of a first page. The storage of a tab goes with the tab.
    async leave(context) {
      const closed = Promise.all(context.pages().map((page) => page.close()))
      // One that is closed on its way to another page may never say so: its profile is of no more use.
      if (!(await Promise.race([closed, pause(longestClose)]))) return context.close()
      for (const event of heard) context.removeAllListeners(event)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      left.push(context)
    },
    async close() {
      await Promise.all([...kinds.keys()].map((context) => context.close()))
    },
  }
}

/** A browser that other programs steer as well, at a port of this machine. */
export async function launchDebugged(): Promise<{ browser: Browser; port: number }> {
  const [{ args, ...rest }, port] = [launching('whole'), await freePort()]
  return {
    browser: await chromium.launch({ ...rest, args: [...args, `--remote-debugging-port=${port}`] }),
    port,
  }
}

/** A browser with the id of its first process, from which all its others descend. */
export async function launchBrowserProcess(): Promise<{ browser: Browser; pid: number }> {
  const server = await chromium.launchServer(launching('whole'))
  const browser = await chromium.connect(server.wsEndpoint())
  browser.on('disconnected', () => void server.close())
  return { browser, pid: server.process().pid! }
}

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const

/** No session, nothing stored but the language and appearance they would have chosen. Of a `fresh` one nothing is loaded either. */
export async function openVisitor(
  browser: Pick<SharedBrowser, 'newContext'> & Partial<Pick<SharedBrowser, 'leave'>>,
  url: string,
  setting: Setting,
  fresh = false,
): Promise<Visitor> {
  const { language, theme, device } = setting
  const chosen = Object.entries({ [languageCookie]: language, [appearanceCookie]: theme }).map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  }))
  const options = {
    ...devices[device],
    baseURL: url,
    locale: language,
    acceptDownloads: true,
    storageState: { cookies: chosen, origins: [] },
  }
  const context = await browser.newContext(options, fresh)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  return {
    setting,
    context,
    page,
    problems: watch(context, url),
    unanswered: follow(context),
    say: (domain, key, params) => say(language, domain, key, params),
    ...waysOn(page, url),
    close: () => (browser.leave ? browser.leave(context) : context.close()),
  }
}

/** The same person in another tab of their browser. */
export async function openSecondTab(visitor: Visitor): Promise<Visitor> {
  const page = await visitor.context.newPage()
  return { ...visitor, page, ...waysOn(page, new URL(visitor.page.url()).origin) }
}

const waysOn = (page: Page, url: string): Pick<Visitor, 'go' | 'load'> => ({
  async go(path) {
    if (!(await followLink(page, new URL(path, url)))) await page.goto(path)
  },
  async load(path) {
    await page.goto(path)
  },
})

const isConsole = ({ pathname }: URL) => entryOf(pathname).entry === 'console'

/**
 * Goes to another page of the console as its links do; whether it is there now. Within one page nothing would be replaced. The entry of the
 * history has a key of its own, as the router gives it: places where one had scrolled to are found again by that.
 */
async function followLink(page: Page, to: URL): Promise<boolean> {
  const from = new URL(page.url())
  if (from.origin !== to.origin || !isConsole(from) || !isConsole(to)) return false
  if (declaredPage(from.pathname) === declaredPage(to.pathname)) return false
  const before = await page.evaluateHandle<{ isConnected: boolean } | null>(`(() => {
    const shown = document.querySelector('#main > *')
    const state = { usr: null, key: crypto.randomUUID().slice(0, 8), idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', ${JSON.stringify(to.href)})
    dispatchEvent(new PopStateEvent('popstate', { state }))
    return shown
  })()`)
  const isReplaced = page.waitForFunction((shown) => shown && !shown.isConnected, before, { timeout: 5_000 })
  return isReplaced.then(
    () => true,
    () => false,
  )
}

function follow(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>()
  context.on('request', (r) => open.add(r))
  context.on('requestfinished', (r) => open.delete(r))
  context.on('requestfailed', (r) => open.delete(r))
  return open
}

/** Collects what no page of ours may cause. The message of a refused request repeats its status, which tests look at themselves. */
function watch(context: BrowserContext, url: string): string[] {
  const problems: string[] = []
  context.on('weberror', (e) => problems.push(`script error: ${e.error().message}`))
  context.on('console', (m) => {
    if (m.type() === 'error' && !/^Failed to load resource: the server responded with a status of 4\d\d/.test(m.text()))
      problems.push(`console error: ${m.text()} (${m.location().url})`)
  })
  context.on('request', (r) => {
    // Files are looked at on a second name of the same service.
    if (
      /^(https?|wss?):/.test(r.url()) &&
      ![new URL(url).host, `preview.${new URL(url).host}`].includes(new URL(r.url()).host)
    )
      problems.push(`foreign host: ${r.url()}`)
  })
  return problems
}
