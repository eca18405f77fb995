import type { AccountTx, Queryable } from '../../kit/db/db.ts'

/** A top-up as whoever takes the fee that it pays sees it. */
export const findFeePayment = (db: Queryable, id: string) =>
  db
    .selectFrom('payOrder')
    .select(['number', 'platformId', 'accountId', 'personId', 'paysFor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
export type FeePayment = Awaited<ReturnType<typeof findFeePayment>>

/** What somebody can still pay for an order by a vendor, in the same way; undefined where nothing waits. */
export const findWaitingFor = (
  tx: AccountTx,
  accountId: string,
  { paysFor, channel, scene }: { paysFor: string; channel: string; scene: string },
) =>
  tx
    .selectFrom('payOrder')
    .select('uniqueId')
    .where('accountId', '=', accountId)
    .where('paysFor', '=', paysFor)
    .where('channel', '=', channel)
    .where('scene', '=', scene)
    .where('state', '=', 'waiting')
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
