import { sql } from 'kysely'
import type { IdentityKind, IdentityStatus, IdentityWay } from '../../contract/real-name/certify.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { inSeconds, now } from '../kit/db/now.ts'

const columns = [
  'id',
  'kind',
  'way',
  'status',
  'sealed',
  'nameMasked',
  'numberMasked',
  'company',
  'creditCode',
  'vendorId',
  'orderNo',
  'lookup',
  'reason',
  'note',
  'createdAt',
  'decidedAt',
] as const

/** Whose: a person's own, or an account's as an enterprise. */
export interface Whose {
  kind: IdentityKind
  personId: string
  accountId: string
}

const of = (db: Queryable, { kind, personId, accountId }: Whose) => {
  const some = db.selectFrom('realName').where('kind', '=', kind)
  return kind === 'PERSONAL' ? some.where('personId', '=', personId) : some.where('accountId', '=', accountId)
}

export const findPassed = (db: Queryable, whose: Whose) =>
  of(db, whose).select(columns).where('status', '=', 'PASS').executeTakeFirst()

/** The last one that is not in force; what was asked for before the one in force came is over. */
export const findAttempt = (db: Queryable, whose: Whose) =>
  of(db, whose)
    .select(columns)
    .where('status', 'not in', ['PASS', 'REPLACED'])
    .where('createdAt', '>', (e) =>
      e.fn.coalesce(
        of(db, whose).select('decidedAt').where('status', '=', 'PASS'),
        sql<Date>`'-infinity'::timestamptz`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
export type IdentityRecord = NonNullable<Awaited<ReturnType<typeof findPassed>>>

/** Attempts of one person or account are made one after the other. */
export const lockAttempts = (tx: Tx, { kind, personId, accountId }: Whose) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`real-name:${kind === 'PERSONAL' ? personId : accountId}`}, 0))`.execute(
    tx,
  )

export async function attemptsOfDay(tx: Tx, whose: Whose): Promise<number> {
  const { n } = await of(tx, whose)
    .select(sql<number>`count(*)::int`.as('n'))
    .where('createdAt', '>', inSeconds(-86_400))
    .executeTakeFirstOrThrow()
  return n
}

export const findOpen = (tx: Tx, whose: Whose) =>
  of(tx, whose).select(columns).where('status', 'in', ['PENDING', 'REVIEWING']).executeTakeFirst()

export interface NewIdentity {
  id: string
  platformId: string
  accountId: string
  personId: string
  kind: IdentityKind
  way: IdentityWay
  status: IdentityStatus
  sealed: string
  lookup: Buffer
  nameMasked: string
  numberMasked: string
  company?: string
  creditCode?: string
  orderNo?: string
  usableUntil?: Date
}
export const insertIdentity = (tx: Tx, identity: NewIdentity) => tx.insertInto('realName').values(identity).execute()

/** The one that was open; undefined where none is. */
export const cancelOpen = (tx: Tx, whose: Whose) => {
  const some = tx
    .updateTable('realName')
    .set({ status: 'CANCELLED' })
    .where('kind', '=', whose.kind)
    .where('status', 'in', ['PENDING', 'REVIEWING'])
  return (
    whose.kind === 'PERSONAL'
      ? some.where('personId', '=', whose.personId)
      : some.where('accountId', '=', whose.accountId)
  )
    .returning(['id', 'way'])
    .executeTakeFirst()
}

/** What was in force until another one passes. */
export async function replacePassed(tx: Tx, { kind, personId, accountId }: Whose) {
  const some = tx
    .updateTable('realName')
    .set({ status: 'REPLACED' })
    .where('kind', '=', kind)
    .where('status', '=', 'PASS')
  await (
    kind === 'PERSONAL' ? some.where('personId', '=', personId) : some.where('accountId', '=', accountId)
  ).execute()
}

/** Decides what is open; false where somebody did before. */
export async function decide(
  tx: Tx,
  id: string,
  set: { status: 'PASS' | 'REJECT' | 'EXPIRED'; reason?: string | null; note?: string | null; reviewerId?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('realName')
    .set({ ...set, decidedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'REVIEWING'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
