import type { Nullable, SelectQueryBuilder } from 'kysely'
import { staffRoles } from '../../../contract/kit/rights.ts'
import type { AdjustmentFind, AdjustmentState } from '../../../contract/payments/adjustments.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'

type Some = SelectQueryBuilder<DB & { charge: Nullable<DB['charge']> }, 'adjustment' | 'account' | 'charge', object>

const shown = (q: Some) =>
  q.select([
    'adjustment.id',
    'adjustment.accountId',
    'account.name as accountName',
    'adjustment.purpose',
    'adjustment.amount',
    'charge.product',
    'adjustment.units',
    'adjustment.reference',
    'adjustment.reason',
    'adjustment.state',
    'adjustment.askedBy',
    'adjustment.askedName',
    'adjustment.decidedName',
    'adjustment.decidedAt',
    'adjustment.answer',
    'adjustment.createdAt',
  ])

const ofPlatform = (db: Queryable, platformId: string) =>
  db
    .selectFrom('adjustment')
    .innerJoin('account', 'account.id', 'adjustment.accountId')
    .leftJoin('charge', 'charge.id', 'adjustment.chargeId')
    .where('adjustment.platformId', '=', platformId)

const sortColumns = { id: 'adjustment.id', createdAt: 'adjustment.created_at', amount: 'adjustment.amount' }

export function listAdjustments(db: Queryable, platformId: string, find: AdjustmentFind) {
  let some = ofPlatform(db, platformId)
  if (find.state) some = some.where('adjustment.state', '=', find.state)
  if (find.purpose) some = some.where('adjustment.purpose', '=', find.purpose)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) => e.or([e('account.name', 'ilike', word), e('adjustment.reference', 'ilike', word)]))
  }
  return listPage(db, some, shown, find, sortColumns)
}

export const findAdjustment = (db: Queryable, platformId: string, id: string) =>
  shown(ofPlatform(db, platformId).where('adjustment.id', '=', id)).executeTakeFirst()
export type AdjustmentRecord = NonNullable<Awaited<ReturnType<typeof findAdjustment>>>

export interface NewAdjustment {
  id: string
  accountId: string
  purpose: string
  amount: number
  units?: number
  reference: string
  reason: string
  orderId?: string
  chargeId?: string
  askedFor?: string
  transferId?: string
}

/** Asked for by the caller; another person decides. */
export const insertAdjustment = (tx: Tx, { platform, personId, personName }: Caller, row: NewAdjustment) =>
  tx
    .insertInto('adjustment')
    .values({ ...row, platformId: platform.id, askedBy: personId, askedName: personName })
    .execute()

/** Whoever decides at the same moment waits, and finds it decided. */
export const lockAdjustment = (tx: Tx, platformId: string, id: string) =>
  shown(ofPlatform(tx, platformId).where('adjustment.id', '=', id))
    .select('adjustment.chargeId')
    .forUpdate('adjustment')
    .executeTakeFirst()
export type LockedAdjustment = NonNullable<Awaited<ReturnType<typeof lockAdjustment>>>

export const decide = (
  tx: Tx,
  id: string,
  state: AdjustmentState,
  by: { personId: string; personName: string },
  answer = '',
) =>
  tx
    .updateTable('adjustment')
    .set({ state, decidedBy: by.personId, decidedName: by.personName, decidedAt: now, answer })
    .where('id', '=', id)
    .execute()

export const packageOfCharge = (tx: Tx, chargeId: string) =>
  tx
    .selectFrom('charge')
    .innerJoin('package', 'package.id', 'charge.packageId')
    .select(['package.id', 'package.number', 'package.product'])
    .where('charge.id', '=', chargeId)
    .executeTakeFirstOrThrow()

/** An account that can have money: of this platform, not closed, and not its staff's. */
export const isCustomer = (tx: Tx, platformId: string, accountId: string) =>
  tx
    .selectFrom('account')
    .select('id')
    .where('platformId', '=', platformId)
    .where('id', '=', accountId)
    .where('status', '<>', 'CLOSED')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('membership')
            .select('id')
            .whereRef('membership.accountId', '=', 'account.id')
            .where('role', 'in', staffRoles),
        ),
      ),
    )
    .executeTakeFirst()
