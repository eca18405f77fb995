import { type SelectQueryBuilder, sql } from 'kysely'
import { staffRoles } from '../../contract/kit/rights.ts'
import type { AccountFind, StampPolicy } from '../../contract/operator/accounts.ts'
import type { Standing } from '../../contract/operator/people.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'

type Some = SelectQueryBuilder<DB, 'account', object>

const owner = (column: 'id' | 'name') =>
  sql<
    string | null
  >`(select ${sql.ref(`p.${column}`)} from membership m join person p on p.id = m.person_id where m.account_id = account.id and m.role = 'owner' order by m.created_at, m.id limit 1)`

const shown = (q: Some) =>
  q
    .select([
      'account.id',
      'account.name',
      'account.kind',
      'account.status',
      'account.timestamps',
      'account.createdAt',
      'account.storedGib',
      'account.unfinishedGib',
    ])
    .select([
      owner('id').as('ownerId'),
      owner('name').as('ownerName'),
      sql<number>`(select count(*)::int from membership m where m.account_id = account.id and m.role = 'sub' and m.status <> 'DELETED')`.as(
        'subs',
      ),
      sql<number>`(select count(*)::int from evidence e where e.account_id = account.id)`.as('evidence'),
      sql<string>`coalesce((select sum(bytes) from stored_bytes b where b.account_id = account.id), 0)`.as('stored'),
      sql<string>`coalesce((select sum(size) from upload u where u.account_id = account.id and u.state <> 'used'), 0)`.as(
        'unfinished',
      ),
      sql<boolean>`exists (select 1 from membership m where m.account_id = account.id and m.role = any(${staffRoles}))`.as(
        'staff',
      ),
      sql<boolean>`exists (select 1 from office o where o.account_id = account.id)`.as('isOffice'),
    ])

const ofPlatform = (db: Queryable, platformId: string): Some =>
  db.selectFrom('account').where('account.platformId', '=', platformId)

export function listAccounts(db: Queryable, platformId: string, find: AccountFind) {
  let some = ofPlatform(db, platformId)
  if (find.accountKind) some = some.where('account.kind', '=', find.accountKind)
  if (find.standing) some = some.where('account.status', '=', find.standing)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([
        e('account.name', 'ilike', likeWord(find.keyWord!)),
        sql<boolean>`${owner('name')} ilike ${likeWord(find.keyWord!)}`,
      ]),
    )
  return listPage(db, some, shown, find, { createdAt: 'created_at', name: 'name' })
}

export const findAccount = (db: Queryable, platformId: string, id: string) =>
  shown(ofPlatform(db, platformId).where('account.id', '=', id)).executeTakeFirst()
export type AccountRecord = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** False where it stands so already. */
export async function setStanding(tx: Tx, id: string, status: Standing): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those who run the platform by this account. */
export const staffOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('membership')
      .select('personId')
      .where('accountId', '=', id)
      .where('role', 'in', staffRoles)
      .where('status', '=', 'ACTIVE')
      .execute()
  ).map(({ personId }) => personId)

/** False where it is so already. */
export async function setStorage(
  tx: Tx,
  id: string,
  limits: { storedGib: number | null; unfinishedGib: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set(limits)
    .where('id', '=', id)
    .where((e) =>
      e.or([
        e('storedGib', 'is distinct from', limits.storedGib),
        e('unfinishedGib', 'is distinct from', limits.unfinishedGib),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where it is so already. */
export async function setTimestamps(tx: Tx, id: string, timestamps: StampPolicy): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ timestamps })
    .where('id', '=', id)
    .where('timestamps', '<>', timestamps)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
