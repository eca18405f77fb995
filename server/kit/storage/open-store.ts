import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import type { Database } from '../db/db.ts'
import { openFileStore } from './file-store.ts'
import { announceObject, ownerOf } from './objects.ts'
import type { Announce, Store } from './store.ts'

/** The store that the settings name, bound to this database. */
export async function openStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, db: Database): Promise<Store> {
  const owner = await ownerOf(db)
  const announce: Announce = (object) => announceObject(db, object)
  if (!s3) return openFileStore(join(dataDir, 'store'), owner, announce)
  // Its packages are many: loaded where they are needed.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3, join(dataDir, 'incoming'), owner, announce)
}
