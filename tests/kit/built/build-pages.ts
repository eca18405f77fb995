import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildIfStale, root } from './build-once.ts'
import { bareEnvironment } from '../browser/environment.ts'

/** What pages are made of. */
export const pageSources = [
  'src',
  'dataProvider',
  'contract',
  'proof',
  'locales',
  'vite.config.ts',
  'package-lock.json',
] as const

/** Runs `vite build`, of the tree or of a copy of it. */
export function runViteBuild(folder: string, ...args: string[]): void {
  const program = join(root, 'node_modules/vite/bin/vite.js')
  const ran = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn', ...args], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: bareEnvironment(),
  })
  if (ran.status !== 0) throw new Error('The pages could not be built')
}

/** Builds console and website where a source is newer than what was built from it. */
export function buildPagesIfStale(): void {
  // The verifier, which a build writes as one file, lies in `server/bin`.
  const sources = [...pageSources, 'server/bin/verify.ts', 'server/bin/verify-report.ts']
  // Built last: after a failure half-way nothing counts as built.
  buildIfStale(join(root, 'dist/render/render.js'), sources, () => runViteBuild(root))
}
