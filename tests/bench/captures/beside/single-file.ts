import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from '../../../../server/captures/engine/browser/browser-path.ts'
import type { Capturer } from './capturer.ts'
import { watchProgram } from './watch-program.ts'

const version = '2.0.83'
// It is of another licence than ours (AGPL): it stays in a folder of its own, and no manifest of ours names it.
const home = join(import.meta.dirname, `../../../../.cache/single-file-cli-${version}`)
const program = join(home, 'node_modules/single-file-cli/single-file-node.js')

/** Whether it is there; fetches it the first time. */
function install(): boolean {
  if (existsSync(program)) return true
  mkdirSync(home, { recursive: true })
  const args = ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', [...args, `single-file-cli@${version}`], {
    cwd: home,
    stdio: ['ignore', 'ignore', 2],
  })
  return status === 0 && existsSync(program)
}

/** single-file-cli with its own defaults and the browser that captures use; null where it cannot be had. */
export async function singleFile(): Promise<Capturer | null> {
  if (!install()) return null
  const { path, libraries } = await findBrowser({ configured: process.env['CHROMIUM_PATH'] })
  const options = [`--browser-executable-path=${path}`]
  // A browser of root has no sandbox of its own.
  if (process.getuid?.() === 0) options.push('--browser-args=["--no-sandbox"]')
  return {
    name: 'single-file',
    async capture(url, folder) {
      const file = join(folder, 'page.html')
      const use = await watchProgram([program, url, file, ...options], libraries ? { LD_LIBRARY_PATH: libraries } : {})
      // It ends with 0 where it captured nothing, too.
      return {
        ...use,
        bytes: await stat(file).then(
          ({ size }) => size,
          () => null,
        ),
      }
    },
  }
}
