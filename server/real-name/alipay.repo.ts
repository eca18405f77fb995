import type { Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'

const columns = [
  'id',
  'platformId',
  'accountId',
  'personId',
  'status',
  'sealed',
  'orderNo',
  'vendorId',
  'usableUntil',
] as const

/** A person's own check by the vendor's number of it. */
export const findByVendorId = (db: Queryable, personId: string, vendorId: string) =>
  db
    .selectFrom('realName')
    .select(columns)
    .where('personId', '=', personId)
    .where('way', '=', 'alipay')
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
export const findById = (db: Queryable, id: string) =>
  db.selectFrom('realName').select(columns).where('id', '=', id).executeTakeFirst()
/** The same, held until the transaction ends: consent may be taken back meanwhile. */
export const lockCheck = (tx: Tx, id: string) =>
  tx.selectFrom('realName').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
export type Check = NonNullable<Awaited<ReturnType<typeof findById>>>

/** The vendor's number of a check that was begun; false where it is over, or has one. */
export async function setVendorId(tx: Tx, id: string, vendorId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('realName')
    .set({ vendorId })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('vendorId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const cancelPending = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await tx
      .updateTable('realName')
      .set({ status: 'CANCELLED' })
      .where('id', '=', id)
      .where('status', '=', 'PENDING')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Checks that can be used no longer. */
export const overdue = async (db: Queryable): Promise<string[]> =>
  (
    await db
      .selectFrom('realName')
      .select('id')
      .where('status', '=', 'PENDING')
      .where('usableUntil', '<', now)
      .limit(200)
      .execute()
  ).map((r) => r.id)

export const isOver = async (db: Queryable, id: string): Promise<boolean> =>
  (await db
    .selectFrom('realName')
    .select('id')
    .where('id', '=', id)
    .where('usableUntil', '<', now)
    .executeTakeFirst()) !== undefined
