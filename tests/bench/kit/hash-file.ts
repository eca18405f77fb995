import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** A digest as any program takes it, with nothing promised: what ours is compared with. */
export async function hashFile(path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
