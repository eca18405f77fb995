import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '../ids.ts'
import { refuseWhenFull } from './incoming.ts'
import { toldAsFull } from './store.ts'
import type { WriteLatch } from './write-latch.ts'

/**
 * Pieces of uploads that are not whole yet. A piece is written once, under a name nobody else has: whoever lost the right
 * to go on with an upload and does not know it yet harms no byte of those who do. Which pieces count is the database's to say.
 */
export interface Parts {
  /** Durable when it resolves; its name. */
  put(upload: string, bytes: Buffer): Promise<string>
  open(upload: string, name: string): Readable
  /** Removes all pieces of an upload. */
  drop(upload: string): Promise<void>
  /** Uploads that have pieces. */
  uploads(): Promise<string[]>
}

export const newPartName = () => randomBytes(16).toString('hex')

export function requireUpload(id: string): string {
  if (!isUuid(id)) throw new Error('not an upload')
  return id
}

/** On the disk beside the objects: `parts/<upload>/<name>`. */
export function fileParts(dir: string, latch: WriteLatch): Parts {
  const root = join(dir, 'parts')
  const folderOf = (upload: string) => join(root, requireUpload(upload))
  return {
    async put(upload, bytes) {
      latch.require()
      await refuseWhenFull(dir)
      const [folder, name] = [folderOf(upload), newPartName()]
      try {
        const made = await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeDurable(join(folder, name), bytes, latch)
        await syncFolders(made ? [folder, root, dir] : [folder], latch)
        return name
      } catch (error) {
        await rm(join(folder, name), { force: true }).catch(() => {})
        throw toldAsFull(error)
      }
    },
    open: (upload, name) => createReadStream(join(folderOf(upload), name)),
    drop: (upload) => rm(folderOf(upload), { recursive: true, force: true }),
    uploads: async () => (await readdir(root).catch(() => [])).filter(isUuid),
  }
}

async function writeDurable(path: string, bytes: Buffer, latch: WriteLatch) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await latch.guard(() => file.datasync())
  } finally {
    await file.close()
  }
}

/** A name is durable when its folder is. */
async function syncFolders(paths: string[], latch: WriteLatch) {
  for (const path of paths) {
    const folder = await open(path, 'r')
    try {
      await latch.guard(() => folder.sync())
    } finally {
      await folder.close()
    }
  }
}
