import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment } from './environment.ts'

const root = join(import.meta.dirname, '../../..')
const sources = ['src', 'dataProvider', 'contract', 'proof', 'locales', 'vite.config.ts', 'package-lock.json']

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds console and website where a source is newer than what was built from it. */
export function buildPagesIfStale(): void {
  // Built last: after a failure half-way nothing counts as built.
  const built = join(root, 'dist/render/render.js')
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map((s) => newest(join(root, s))))) return
  const ran = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2], env: bareEnvironment() })
  if (ran.status !== 0) throw new Error('The pages could not be built')
}
