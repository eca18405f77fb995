import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { item } from '../environment/environment-items.ts'
import type { EnvironmentItem } from '../environment/environment-items.ts'
import { runBounded } from '../run-bounded.ts'

const BOUND_MS = 10_000
/** All of a browser's files are read for it: not anew for each capture. The item says when it was done. */
const GOOD_FOR_MS = 60 * 60_000

/** Small images leave these out by a rule of their own; no program reads them. */
const BESIDE = /\/usr\/share\/(doc|man|locale|info|lintian|help)\//

const checked = new Map<string, { readonly at: number; readonly item: Promise<EnvironmentItem> }>()

/** Whether the files of the browser are still those that its package brought. */
export function browserPackageItem(path: string, now: () => Date, program = 'dpkg'): Promise<EnvironmentItem> {
  const key = `${program} ${path}`
  const known = checked.get(key)
  if (known && performance.now() - known.at < GOOD_FOR_MS) return known.item
  const fresh = verify(path, now, program)
  checked.set(key, { at: performance.now(), item: fresh })
  return fresh
}

async function verify(path: string, now: () => Date, program: string): Promise<EnvironmentItem> {
  const checkedAt = now().toISOString()
  const unchecked = (reason: string) => item('browser-package', 'noted', { checkedAt, package: null, reason })
  const owner = await runBounded(program, ['--search', await realpath(path).catch(() => path)], BOUND_MS)
  if (owner.outcome !== 'ended') return unchecked(owner.outcome)
  const name = /^([a-z0-9][a-z0-9+.:-]*): /m.exec(owner.text)?.[1]
  // One from npm, or put there by hand: its digest stands under "software", and no package vouches for it.
  if (owner.code !== 0 || name === undefined) return unchecked('no-package')
  const [version, verified] = await Promise.all([
    runBounded('dpkg-query', ['--show', '--showformat=${Version}', name], BOUND_MS),
    runBounded(program, ['--verify', name], BOUND_MS),
  ])
  if (verified.outcome !== 'ended') return unchecked(verified.outcome)
  const changed = verified.text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const serious = changed.filter((line) => !BESIDE.test(line) && !isSetting(line))
  const verdict = serious.length > 0 ? 'abnormal' : changed.length > 0 ? 'noted' : 'clean'
  return item('browser-package', verdict, {
    checkedAt,
    package: name,
    version: version.text,
    folder: dirname(path),
    changed,
  })
}

/** Settings are there to be changed by an administrator; dpkg marks them with a `c`. */
const isSetting = (line: string): boolean => /^\S+ +c +\//.test(line)
