import { open } from 'node:fs/promises'
import { WriteLatch } from './write-latch.ts'

/** A file that nobody has yet, its bytes on the disk when this resolves. */
export async function writeDurable(path: string, bytes: Buffer, latch: WriteLatch, mode = 0o600) {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await latch.guard(() => file.datasync())
  } finally {
    await file.close()
  }
}

/** A name is durable when its folder is. */
export async function syncFolder(path: string, latch = new WriteLatch()) {
  const folder = await open(path, 'r')
  try {
    await latch.guard(() => folder.sync())
  } finally {
    await folder.close()
  }
}
