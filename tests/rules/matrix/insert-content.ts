import { newId } from '../../../server/kit/ids.ts'
import type { Tx } from '../../../server/kit/db/db.ts'

/** A partner that was never published: staff of the platform see it, and nobody else. */
export async function insertContent(tx: Tx, platformId: string, canary: string): Promise<string> {
  const id = newId()
  await tx.insertInto('contentItem').values({ id, platformId, kind: 'PARTNER' }).execute()
  await tx
    .insertInto('contentVersion')
    .values({ itemId: id, platformId, version: 1, titleZh: canary, summaryZh: canary, sort: 1, pictures: [] })
    .execute()
  return id
}
