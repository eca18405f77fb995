import type { Queryable, Scope, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'

const all = (db: Queryable, officeId: string) =>
  db
    .selectFrom('officeSeal')
    .select(['id', 'sha256', 'size', 'personName', 'createdAt'])
    .where('accountId', '=', officeId)

export const officeNamed = (db: Queryable, officeId: string) =>
  db.selectFrom('office').select('fullName').where('accountId', '=', officeId).executeTakeFirst()

/** Two of an office at once: one after the other. */
export const lockOffice = (tx: Tx, officeId: string) =>
  tx
    .selectFrom('office')
    .select('accountId')
    .where('accountId', '=', officeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Which an office's papers bear now. */
export const sealInUse = (db: Queryable, officeId: string) =>
  all(db, officeId).where('withdrawnAt', 'is', null).executeTakeFirst()

export const findSeal = (db: Queryable, officeId: string, id: string) =>
  all(db, officeId).where('id', '=', id).executeTakeFirst()

interface NewSeal {
  id: string
  platformId: string
  accountId: string
  sha256: Buffer
  size: number
  personId: string
  personName: string
}
export const insertSeal = (tx: Tx, seal: NewSeal) => tx.insertInto('officeSeal').values(seal).execute()

/** False where there is none. */
export async function withdrawSeal(tx: Tx, officeId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('officeSeal')
    .set({ withdrawnAt: now })
    .where('accountId', '=', officeId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether somebody sees an order that an office has: its papers bear the seal. */
export async function knowsOffice(db: Queryable, { accountId, onlyPersonId }: Scope, officeId: string) {
  const some = db
    .selectFrom('judicialOrder')
    .select('id')
    .where('accountId', '=', accountId)
    .where('officeId', '=', officeId)
    .where('submittedAt', 'is not', null)
    .limit(1)
  const seen = onlyPersonId ? some.where('personId', '=', onlyPersonId) : some
  return (await seen.executeTakeFirst()) !== undefined
}
