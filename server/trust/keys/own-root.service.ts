import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { activeSet } from './key-folder.ts'

/**
 * The platform's root as PEM text, without opening a key: a renewal changes every key under it and never the root. Undefined
 * where no keys were made yet.
 */
export async function ownRoot(keysDir: string): Promise<string | undefined> {
  const read = async () => {
    const set = await activeSet(keysDir)
    return set && readFile(join(set, 'ca.pem'), 'utf8')
  }
  // The set may be replaced between the two: then the next one is there.
  return read().catch(read)
}
