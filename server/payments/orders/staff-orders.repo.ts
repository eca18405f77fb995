import type { SelectQueryBuilder } from 'kysely'
import type { StaffOrderFind } from '../../../contract/payments/staff-orders.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'
import { paidBack } from '../paybacks/paid-back.ts'

type Some = SelectQueryBuilder<DB, 'payOrder' | 'account', object>

const shown = (q: Some) =>
  q.select([
    'payOrder.id',
    'payOrder.number',
    'payOrder.accountId',
    'account.name as accountName',
    'payOrder.purpose',
    'payOrder.amount',
    'payOrder.channel',
    'payOrder.scene',
    'payOrder.state',
    'payOrder.vendorNumber',
    'payOrder.trouble',
    'payOrder.clearedAt',
    'payOrder.clearedName',
    'payOrder.clearedNote',
    'payOrder.personName',
    'payOrder.paysFor',
    'payOrder.expiresAt',
    'payOrder.paidAt',
    paidBack,
    'payOrder.createdAt',
  ])

const ofPlatform = (db: Queryable, platformId: string) =>
  db
    .selectFrom('payOrder')
    .innerJoin('account', 'account.id', 'payOrder.accountId')
    .where('payOrder.platformId', '=', platformId)

export function listStaffOrders(db: Queryable, platformId: string, find: StaffOrderFind) {
  let some = ofPlatform(db, platformId)
  if (find.payState) some = some.where('payOrder.state', '=', find.payState)
  if (find.channel) some = some.where('payOrder.channel', '=', find.channel)
  if (find.attention)
    some = some
      .where('payOrder.trouble', 'is not', null)
      .where('payOrder.clearedAt', find.attention === 'needed' ? 'is' : 'is not', null)
  if (find.startDate) some = some.where('payOrder.createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('payOrder.createdAt', '<', endOfDay(find.endDate))
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([
        e('account.name', 'ilike', word),
        e('payOrder.number', 'ilike', word),
        e('payOrder.vendorNumber', 'ilike', word),
      ]),
    )
  }
  return listPage(db, some, shown, find, {
    id: 'pay_order.id',
    createdAt: 'pay_order.created_at',
    amount: 'pay_order.amount',
  })
}

export const findStaffOrder = (db: Queryable, platformId: string, id: string) =>
  shown(ofPlatform(db, platformId).where('payOrder.id', '=', id)).executeTakeFirst()
export type StaffOrderRecord = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>

export const noticesOf = (
  db: Queryable,
  platformId: string,
  { channel, number }: { channel: string; number: string },
) =>
  db
    .selectFrom('payNotice')
    .select(['id', 'eventId', 'outcome', 'body', 'receivedAt'])
    .where('platformId', '=', platformId)
    .where('channel', '=', channel)
    .where('orderNumber', '=', number)
    .orderBy('receivedAt')
    .limit(100)
    .execute()

/** False where nothing is wrong with it, or somebody has said so before. */
export async function clear(tx: Tx, id: string, by: { personId: string; personName: string }, note: string) {
  const { numUpdatedRows } = await tx
    .updateTable('payOrder')
    .set({ clearedAt: now, clearedBy: by.personId, clearedName: by.personName, clearedNote: note })
    .where('id', '=', id)
    .where('trouble', 'is not', null)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
