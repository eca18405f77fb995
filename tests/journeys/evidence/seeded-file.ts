import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { seedOf } from '../../kit/randomness.ts'

/** A file of bytes that repeat nowhere, the same for the same seed; its hash. */
export async function writeSeededFile(path: string, name: string, megabytes: number): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const block = Buffer.alloc(1024 * 1024)
  const words = new Uint32Array(block.buffer, block.byteOffset, block.length / 4)
  let x = (seedOf(name) | 1) >>> 0
  try {
    for (let n = 0; n < megabytes; n++) {
      for (let i = 0; i < words.length; i++) {
        x ^= x << 13
        x ^= x >>> 17
        x ^= x << 5
        words[i] = x
      }
      hash.update(block)
      await file.writeFile(block)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
