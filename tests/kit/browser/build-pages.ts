import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bareEnvironment } from './environment.ts'

const root = join(import.meta.dirname, '../../..')
/** The verifier, which a build writes as one file, lies in `server/bin`. */
const sources = ['src', 'dataProvider', 'contract', 'proof', 'locales', 'vite.config.ts', 'package-lock.json'].concat(
  ['verify.ts', 'verify-report.ts'].map((name) => join('server/bin', name)),
)

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const lock = join(root, '.cache/building')
/** Longer than a build takes: whoever held it until then was killed. */
const forgottenAfter = 300_000

/** Test files run side by side: of several that find the pages stale one builds, and the others wait for it. */
function oneAtATime(work: () => void): void {
  for (;;) {
    try {
      mkdirSync(lock, { recursive: false })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > forgottenAfter)
        rmSync(lock, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function areFresh(): boolean {
  // Built last: after a failure half-way nothing counts as built.
  const built = join(root, 'dist/render/render.js')
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map((s) => newest(join(root, s))))
}

/** Builds console and website where a source is newer than what was built from it. */
export function buildPagesIfStale(): void {
  mkdirSync(dirname(lock), { recursive: true })
  oneAtATime(() => {
    if (areFresh()) return
    const ran = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      { cwd: root, stdio: ['ignore', 2, 2], env: bareEnvironment() },
    )
    if (ran.status !== 0) throw new Error('The pages could not be built')
  })
}
