import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

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
  mkdirSync(join(root, '.cache'), { recursive: true })
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

/** Builds where one of the sources is newer than `built`, the file that a build writes last. */
export function buildIfStale(built: string, sources: readonly string[], build: () => void): void {
  oneAtATime(() => {
    const latest = Math.max(...sources.map((s) => newest(join(root, s))))
    if (!existsSync(built) || statSync(built).mtimeMs < latest) build()
  })
}
