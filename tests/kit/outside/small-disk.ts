import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this process may mount; elsewhere tests of a full disk are counted as not run. */
export const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0

export interface SmallDisk {
  dir: string
  /** Lets others fill the disk until only so much is free. */
  fill(leave: number): Promise<void>
  drain(): Promise<void>
  remove(): void
}

/** A disk of its own that may be filled: bounded, in memory, of no harm to the machine's. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'skz-small-'))
  const ran = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', root], { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`the small disk could not be mounted: ${ran.stderr}`)
  const filler = join(root, 'somebody-elses-file')
  return {
    dir: join(root, 'data'),
    async fill(leave) {
      const file = await open(filler, 'a')
      const piece = Buffer.alloc(64 * 1024, 1)
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(root)
          if (bavail * bsize <= leave) return
          await file.writeFile(piece)
        }
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    drain: () => rm(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', root])
      rmSync(root, { recursive: true, force: true })
    },
  }
}
