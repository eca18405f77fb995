import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../ids.ts'
import { syncFolder, writeDurable } from './durable.ts'
import { refuseWhenFull } from './incoming.ts'
import { type Parts, toldAsFull } from './store.ts'
import type { WriteLatch } from './write-latch.ts'

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
        for (const path of made ? [folder, root, dir] : [folder]) await syncFolder(path, latch)
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
