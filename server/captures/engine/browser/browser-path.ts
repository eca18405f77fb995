import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { EngineError } from '../engine-error.ts'
import { unpackBrowser } from './unpack-browser.ts'

/** A browser that can be started and what it needs beside itself. */
export interface BrowserBuild {
  readonly path: string
  /** 'shell' is the small headless build, 'full' a complete browser, 'packaged' the one from npm. */
  readonly kind: 'shell' | 'full' | 'packaged'
  readonly libraries: string | null
}

export interface FindBrowserOptions {
  /** CHROMIUM_PATH of the configuration. */
  readonly configured?: string | undefined
  /** 'packaged' skips whatever the machine has. */
  readonly prefer?: 'system' | 'packaged'
  readonly searchPath?: string | undefined
}

const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

// Debian's commands are shell scripts that read user settings; the program itself lies here.
const PROGRAMS = ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium']

const runnable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

const kindOf = (path: string): 'shell' | 'full' => (basename(path).includes('headless-shell') ? 'shell' : 'full')

async function searchSystem(searchPath: string): Promise<string | null> {
  for (const path of PROGRAMS) if (await runnable(path)) return path
  for (const name of NAMES) {
    for (const folder of searchPath.split(delimiter)) {
      const path = join(folder, name)
      if (folder !== '' && (await runnable(path))) return realpath(path)
    }
  }
  return null
}

/** The configured browser, else the machine's, else the packaged one; EngineError 'browser-missing' when none can be had. */
export async function findBrowser(options: FindBrowserOptions = {}): Promise<BrowserBuild> {
  if (options.prefer !== 'packaged') {
    if (options.configured) {
      if (!(await runnable(options.configured))) throw new EngineError('browser-missing', options.configured)
      return { path: options.configured, kind: kindOf(options.configured), libraries: null }
    }
    const found = await searchSystem(options.searchPath ?? process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin')
    if (found) return { path: found, kind: kindOf(found), libraries: null }
  }
  const unpacked = await unpackBrowser()
  return { path: unpacked.executable, kind: 'packaged', libraries: unpacked.libraries }
}
