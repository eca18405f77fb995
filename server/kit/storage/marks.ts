import { randomBytes } from 'node:crypto'
import { link, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurable } from './durable.ts'
import { type Marks, toldAsFull } from './store.ts'
import type { WriteLatch } from './write-latch.ts'

export function requireMark(name: string): string {
  if (!/^[a-z][a-z0-9-]{0,99}$/.test(name)) throw new Error('not the name of a mark')
  return name
}

export const isMark = (name: string) => /^[a-z][a-z0-9-]{0,99}$/.test(name)

/** On the disk beside the objects: `marks/<name>`. */
export function fileMarks(dir: string, latch: WriteLatch): Marks {
  const folder = join(dir, 'marks')
  const at = (name: string) => join(folder, requireMark(name))
  return {
    async put(name, bytes) {
      latch.require()
      // Beside, then under its name, which only one writer gets: what is read is never half.
      const half = join(folder, `.${randomBytes(8).toString('hex')}`)
      try {
        await writeDurable(half, bytes, latch, 0o400)
        const isNew = await link(half, at(name)).then(() => true, unlessThere)
        await syncFolder(folder, latch)
        return isNew
      } catch (error) {
        throw toldAsFull(error)
      } finally {
        await rm(half, { force: true }).catch(() => {})
      }
    },
    get: (name) => readFile(at(name)).catch(absent),
    list: async () => (await readdir(folder)).filter(isMark),
    remove: (name) => rm(at(name), { force: true }),
  }
}

function absent(e: NodeJS.ErrnoException): undefined {
  if (e.code !== 'ENOENT') throw e
}

function unlessThere(e: NodeJS.ErrnoException): false {
  if (e.code !== 'EEXIST') throw e
  return false
}
