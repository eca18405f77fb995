import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { staffRoles } from '../../contract/kit/rights.ts'
import type { PersonFind, Standing } from '../../contract/operator/people.ts'
import { acting } from '../accounts/members/acting.read.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'

type Some = SelectQueryBuilder<DB, 'person', object>
type Of = ExpressionBuilder<DB, 'person'>

const membershipsIn = (e: Of) => e.selectFrom('membership').whereRef('membership.personId', '=', 'person.id')

const shown = (q: Some) =>
  q.select(['person.id', 'person.name', 'person.phone', 'person.status', 'person.createdAt']).select((e) => [
    sql<
      string[]
    >`array(select a.name from membership m join account a on a.id = m.account_id where m.person_id = person.id and m.status = 'ACTIVE' order by m.role <> 'owner', m.created_at, m.id)`.as(
      'accounts',
    ),
    e.exists(membershipsIn(e).select('membership.id').where('role', 'in', staffRoles)).as('staff'),
    e
      .exists(
        e
          .selectFrom('totp')
          .select('totp.personId')
          .whereRef('totp.personId', '=', 'person.id')
          .where('activeAt', 'is not', null),
      )
      .as('totp'),
    e
      .selectFrom('session')
      .whereRef('session.personId', '=', 'person.id')
      .where('expiresAt', '>', now)
      .select(sql<number>`count(*)::int`.as('n'))
      .as('sessions'),
    e
      .selectFrom('session')
      .whereRef('session.personId', '=', 'person.id')
      .select((s) => s.fn.max('seenAt').as('at'))
      .as('lastSeenAt'),
  ])

/** The command line's own person has no phone; nobody manages it. */
const ofPlatform = (db: Queryable, platformId: string): Some =>
  db.selectFrom('person').where('person.platformId', '=', platformId).where('person.phone', '<>', 'cli')

export function listPeople(db: Queryable, platformId: string, find: PersonFind) {
  let some = ofPlatform(db, platformId)
  if (find.standing) some = some.where('person.status', '=', find.standing)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e('person.name', 'ilike', likeWord(find.keyWord!)), e('person.phone', '=', find.keyWord!)]),
    )
  return listPage(db, some, shown, find, { createdAt: 'created_at', name: 'name' })
}

export const personAt = (db: Queryable, platformId: string, phone: string) =>
  ofPlatform(db, platformId).select('person.id').where('person.phone', '=', phone).executeTakeFirst()

export const findPerson = (db: Queryable, platformId: string, id: string) =>
  shown(ofPlatform(db, platformId).where('person.id', '=', id)).executeTakeFirst()
export type PersonRecord = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Staff judge one after the other; false where another kept this one from it meanwhile. */
export async function lockJudging(
  tx: Tx,
  { platform, membershipId }: { platform: { id: string }; membershipId: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`judging:${platform.id}`}, 0))`.execute(tx)
  const acts = acting(tx).select('membership.id').where('membership.id', '=', membershipId)
  return (await acts.executeTakeFirst()) !== undefined
}

/** False where they stand so already. */
export async function setStanding(tx: Tx, id: string, status: Standing): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The account that learns of what staff did to a person: their own, else the first they act in. */
export async function accountOf(tx: Tx, personId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('membership')
    .select('accountId')
    .where('personId', '=', personId)
    .orderBy(sql`role <> 'owner'`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.accountId ?? null
}
