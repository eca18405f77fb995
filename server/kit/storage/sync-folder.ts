import { open } from 'node:fs/promises'
import { WriteLatch } from './write-latch.ts'

/** A name is durable when its folder is. */
export async function syncFolder(path: string, latch = new WriteLatch()) {
  const folder = await open(path, 'r')
  try {
    await latch.guard(() => folder.sync())
  } finally {
    await folder.close()
  }
}
