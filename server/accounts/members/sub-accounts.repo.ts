import { type ExpressionBuilder, sql } from 'kysely'
import type { SubFind, SubStatus } from '../../../contract/accounts/sub-accounts.ts'
import type { Grant } from '../../../contract/kit/rights.ts'
import type { AccountTx, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { startOfMonth } from '../../kit/db/months.ts'
import type { DB } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'

const columns = [
  'id',
  'personId',
  'accountId',
  'dept',
  'grants',
  'quota',
  'budget',
  'status',
  'version',
  'createdAt',
  'updatedAt',
] as const
const sortColumns = { createdAt: 'created_at', dept: 'dept', status: 'status' }

type Of = ExpressionBuilder<DB, 'membership'>
const ofPerson = (e: Of) => e.selectFrom('person').whereRef('person.id', '=', 'membership.personId')

/** Captures of the person in this account since the calendar month began in Asia/Shanghai. */
const usedThisMonth = sql<number>`(select count(*)::int from evidence e where e.account_id = membership.account_id and e.person_id = membership.person_id and e.created_at >= ${startOfMonth})`

const shownColumns = (e: Of) =>
  [
    ofPerson(e).select('name').as('name'),
    ofPerson(e).select('phone').as('phone'),
    sql<boolean>`(select p.brought_by is not distinct from membership.account_id from person p where p.id = membership.person_id)`.as(
      'ours',
    ),
    usedThisMonth.as('used'),
    sql<number>`spent_this_month(membership.account_id, membership.person_id)`.as('spent'),
  ] as const

const subs = (tx: AccountTx, accountId: string) =>
  tx.selectFrom('membership').where('accountId', '=', accountId).where('role', '=', 'sub')

export function listSubs(tx: AccountTx, accountId: string, find: SubFind) {
  let some = subs(tx, accountId)
  some = find.status ? some.where('status', '=', find.status) : some.where('status', '<>', 'DELETED')
  if (find.grant) some = some.where(sql<boolean>`grants @> array[${find.grant}]`)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([
        e('dept', 'ilike', word),
        e.exists(
          ofPerson(e)
            .select('id')
            .where((p) => p.or([p('name', 'ilike', word), p('phone', '=', find.keyWord!)])),
        ),
      ]),
    )
  }
  return listPage(tx, some, (q) => q.select(columns).select(shownColumns), find, sortColumns)
}

export const findSub = (tx: AccountTx, accountId: string, id: string, { lock = false } = {}) => {
  const one = subs(tx, accountId)
    .select(columns)
    .select(shownColumns)
    .where('id', '=', id)
    .where('status', '<>', 'DELETED')
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type SubRecord = NonNullable<Awaited<ReturnType<typeof findSub>>>

export interface Extent {
  grants: Grant[]
  quota: number | null
  /** Fen. */
  budget: number | null
  dept: string
}

export async function saveExtent(tx: AccountTx, accountId: string, id: string, extent: Extent): Promise<number> {
  const { version } = await tx
    .updateTable('membership')
    .set({ ...extent, version: sql<number>`version + 1`, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('role', '=', 'sub')
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** False where there is no such sub-account, or it stands so already. */
export async function setStatus(tx: AccountTx, accountId: string, id: string, status: SubStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set({ status, version: sql<number>`version + 1`, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('role', '=', 'sub')
    .where('id', '=', id)
    .where('status', 'not in', [status, 'DELETED'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether somebody with this phone acts in the account already, in whatever part. */
export const actsInAccount = async (tx: AccountTx, accountId: string, phone: string): Promise<boolean> =>
  (await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select('membership.id')
    .where('membership.accountId', '=', accountId)
    .where('membership.status', '<>', 'DELETED')
    .where('person.phone', '=', phone)
    .executeTakeFirst()) !== undefined

/** Invitations of one account are taken one after the other, so that its limit holds. */
export async function countSubs(tx: Tx, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`membership:${accountId}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('membership')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('accountId', '=', accountId)
    .where('role', '=', 'sub')
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow()
  return n
}

/** A person nobody knew, brought by an account or come by its invitation; they sign in by code until a password is set. */
export async function insertPerson(
  tx: Tx,
  p: {
    platformId: string
    phone: string
    name: string
    lang: string
    broughtBy?: string
    consentVersion?: string
    consentAt?: Date
  },
) {
  const person = { id: newId(), ...p }
  await tx.insertInto('person').values(person).execute()
  return { id: person.id, name: p.name }
}

/** Gives the membership's id; undefined where the person acts in the account already. Whoever was removed comes back under the same id. */
export async function insertSub(
  tx: Tx,
  membership: { id?: string; platformId: string; accountId: string; personId: string } & Extent,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('membership')
    .values({ id: newId(), role: 'sub', ...membership })
    .onConflict((c) =>
      c
        .columns(['personId', 'accountId'])
        .doUpdateSet({
          status: 'ACTIVE',
          grants: membership.grants,
          quota: membership.quota,
          budget: membership.budget,
          dept: membership.dept,
          version: sql<number>`membership.version + 1`,
          updatedAt: now,
        })
        .where('membership.status', '=', 'DELETED')
        .where('membership.role', '=', 'sub'),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether somebody with this phone acts for nobody but the account that brought them. */
export const isBroughtBy = async (
  tx: Tx,
  accountId: string,
  { personId, phone }: { personId: string; phone: string },
): Promise<boolean> =>
  (await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('phone', '=', phone)
    .where('broughtBy', '=', accountId)
    .executeTakeFirst()) !== undefined

/** Whoever acts in a second account is nobody's alone any more. */
export async function releasePerson(tx: Tx, personId: string, accountId: string) {
  await tx
    .updateTable('person')
    .set({ broughtBy: null })
    .where('id', '=', personId)
    .where('broughtBy', 'is not', null)
    .where('broughtBy', '<>', accountId)
    .execute()
}
