import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'shimakaze-browser-'

export interface LaunchFolder {
  readonly path: string
  readonly profile: string
  readonly downloads: string
  readonly socketPath: string
  remove(): Promise<void>
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what workers left behind that were killed before they could tidy up. */
async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(/^shimakaze-browser-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !alive(pid)) await rm(join(base, name), { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * A folder with an empty profile. It lies in the system's temporary folder: the browser's own user must
 * be able to pass through its parents, and a socket's path has room for 107 bytes.
 */
export async function makeLaunchFolder(uid: number | null): Promise<LaunchFolder> {
  const base = tmpdir()
  await sweep(base)
  const path = await mkdtemp(join(base, `${PREFIX}${process.pid}-`))
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  try {
    const [profile, downloads] = [join(path, 'profile'), join(path, 'downloads')]
    for (const folder of [profile, downloads]) {
      await mkdir(folder, { mode: 0o700 })
      if (uid !== null) await chown(folder, uid, uid)
    }
    if (uid !== null) await chmod(path, 0o711)
    return { path, profile, downloads, socketPath: join(path, 'guard.sock'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
