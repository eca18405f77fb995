import { sql } from 'kysely'
import type { ReviewFind } from '../../contract/real-name/review.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'

const columns = [
  'id',
  'kind',
  'way',
  'status',
  'sealed',
  'nameMasked',
  'numberMasked',
  'reason',
  'note',
  'personId',
  'accountId',
  'createdAt',
  'decidedAt',
] as const
const shownColumns = [
  sql<string>`(select p.name from person p where p.id = real_name.person_id)`.as('personName'),
  sql<string>`(select p.phone from person p where p.id = real_name.person_id)`.as('phone'),
  sql<string>`(select a.name from account a where a.id = real_name.account_id)`.as('accountName'),
  sql<string | null>`(select p.name from person p where p.id = real_name.reviewer_id)`.as('reviewer'),
  sql<number>`(select count(*)::int from real_name o where o.platform_id = real_name.platform_id and o.lookup = real_name.lookup and o.status = 'PASS'
    and case real_name.kind when 'PERSONAL' then o.person_id <> real_name.person_id else o.account_id <> real_name.account_id end)`.as(
    'same',
  ),
] as const

const ofPlatform = (db: Queryable, platformId: string) => db.selectFrom('realName').where('platformId', '=', platformId)

/** `lookups` are of what was asked for, as if it were a number. */
export function listIdentities(db: Queryable, platformId: string, find: ReviewFind, lookups: Buffer[]) {
  let some = ofPlatform(db, platformId)
  if (find.status) some = some.where('status', '=', find.status)
  if (find.kind) some = some.where('kind', '=', find.kind)
  const word = find.keyWord
  if (word) {
    some = some.where((e) =>
      e.or([
        e('lookup', 'in', lookups),
        e('company', 'ilike', likeWord(word)),
        sql<boolean>`exists (select from person p where p.id = real_name.person_id and p.phone = ${word})`,
        sql<boolean>`exists (select from account a where a.id = real_name.account_id and a.name ilike ${likeWord(word)})`,
      ]),
    )
  }
  return listPage(db, some, (q) => q.select(columns).select(shownColumns), find, { createdAt: 'created_at' })
}

/** Whom a whole number or phone leads to: the newest attempt of each account. */
export const identitiesAt = (db: Queryable, platformId: string, lookups: Buffer[], phone: string) =>
  ofPlatform(db, platformId)
    .select(['id', 'accountId'])
    .distinctOn('accountId')
    .where((e) =>
      e.or([
        e('lookup', 'in', lookups),
        sql<boolean>`exists (select from person p where p.id = real_name.person_id and p.phone = ${phone})`,
      ]),
    )
    .orderBy('accountId')
    .orderBy('createdAt', 'desc')
    .execute()

export const findIdentity = (db: Queryable, platformId: string, id: string) =>
  ofPlatform(db, platformId).select(columns).select(shownColumns).where('id', '=', id).executeTakeFirst()
export type ReviewRecord = NonNullable<Awaited<ReturnType<typeof findIdentity>>>

/** False where it is not in force. */
export async function revokePassed(tx: Tx, id: string, reviewerId: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('realName')
    .set({ status: 'REVOKED', reviewerId, note, decidedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'PASS')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
