import { lstat, mkdir } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** True when this process may hand files and processes to another user. */
export const isRoot = (): boolean => process.getuid?.() === 0

async function claim(path: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true, mode: isRoot() ? 0o755 : 0o700 })
    const stat = await lstat(path)
    // A folder somebody else made in a shared place could be swapped under our feet.
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
  } catch {
    return false
  }
}

/**
 * The folder for what is unpacked once per machine. As root it lies where the browser's own user
 * can read it, because a clone or a home may be closed to others.
 */
export async function cacheFolder(): Promise<string> {
  const choices = isRoot()
    ? ['/var/cache/shimakaze', join(tmpdir(), 'shimakaze-cache')]
    : [join(homedir(), '.cache', 'shimakaze'), join(tmpdir(), `shimakaze-cache-${process.getuid?.() ?? 0}`)]
  for (const choice of choices) if (await claim(choice)) return choice
  throw new Error('no folder can be written for the browser cache')
}
