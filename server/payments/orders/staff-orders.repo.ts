import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PayTrouble } from '../../../contract/payments/pay-orders.ts'
import type { StaffOrderFind } from '../../../contract/payments/staff-orders.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'
import { paidBack } from '../paybacks/paid-back.ts'

type Some = SelectQueryBuilder<DB, 'payOrder' | 'account', object>

interface TroubleRow {
  trouble: string
  vendorNumber: string
  createdAt: string
  clearedAt: string | null
  clearedName: string | null
  clearedNote: string
}

const troubles = sql<TroubleRow[]>`(
  select coalesce(json_agg(json_build_object('trouble', trouble, 'vendorNumber', vendor_number, 'createdAt', created_at, 'clearedAt', cleared_at, 'clearedName', cleared_name, 'clearedNote', cleared_note) order by created_at, trouble, vendor_number), '[]')
  from pay_trouble where order_id = pay_order.id)`.as('troubles')

const shown = (q: Some) =>
  q.select([
    'payOrder.id',
    'payOrder.number',
    'payOrder.accountId',
    'account.name as accountName',
    'payOrder.amount',
    'payOrder.channel',
    'payOrder.scene',
    'payOrder.state',
    'payOrder.vendorNumber',
    troubles,
    'payOrder.personName',
    'payOrder.paysFor',
    'payOrder.expiresAt',
    'payOrder.paidAt',
    paidBack,
    'payOrder.createdAt',
  ])

const troublesOf = (e: ExpressionBuilder<DB, 'payOrder' | 'account'>) =>
  e.selectFrom('payTrouble').select('payTrouble.trouble').whereRef('payTrouble.orderId', '=', 'payOrder.id')

const ofPlatform = (db: Queryable, platformId: string) =>
  db
    .selectFrom('payOrder')
    .innerJoin('account', 'account.id', 'payOrder.accountId')
    .where('payOrder.platformId', '=', platformId)

export function listStaffOrders(db: Queryable, platformId: string, find: StaffOrderFind) {
  let some = ofPlatform(db, platformId)
  if (find.purpose) some = some.where('payOrder.paysFor', find.purpose === 'fee' ? 'is not' : 'is', null)
  if (find.payState) some = some.where('payOrder.state', '=', find.payState)
  if (find.channel) some = some.where('payOrder.channel', '=', find.channel)
  if (find.attention) {
    some = some.where((e) => e.exists(troublesOf(e)))
    some = some.where((e) => {
      const open = e.exists(troublesOf(e).where('clearedAt', 'is', null))
      return find.attention === 'needed' ? open : e.not(open)
    })
  }
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

/** False where this is not wrong with it, or somebody has said so before. */
export async function clear(
  tx: Tx,
  { id, trouble, vendorNumber, note }: { id: string; trouble: PayTrouble; vendorNumber: string; note: string },
  by: { personId: string; personName: string },
) {
  const { numUpdatedRows } = await tx
    .updateTable('payTrouble')
    .set({ clearedAt: now, clearedBy: by.personId, clearedName: by.personName, clearedNote: note })
    .where('orderId', '=', id)
    .where('trouble', '=', trouble)
    .where('vendorNumber', '=', vendorNumber)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
