import { sql } from 'kysely'
import { staffRoles } from '../../contract/kit/rights.ts'
import type { Database, Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { openJobsTable } from '../kit/work/jobs.ts'
import { isOpenOrder } from '../notarization/orders/open-orders.read.ts'

/** Active memberships of a person, their own account first. */
export const activeMembershipsOf = (db: Queryable, personId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.accountId')
    .select(['membership.id', 'membership.role', 'membership.accountId', 'account.name'])
    .where('membership.personId', '=', personId)
    .where('membership.status', '=', 'ACTIVE')
    .orderBy(sql`membership.role <> 'owner'`)
    .orderBy('membership.createdAt')
    .execute()
export type ActiveMembership = Awaited<ReturnType<typeof activeMembershipsOf>>[number]

export const ownedOf = (memberships: readonly ActiveMembership[]) =>
  memberships.filter((m) => m.role === 'owner').map((m) => m.accountId)

export interface Counted {
  accountId: string | null
  accountName: string | null
  count: number
}

/** Evidence that is not what it will be. */
export const unsettled = ['queued', 'collecting', 'uploading', 'to-confirm']

/** Evidence of the person's accounts, or begun by the person in others'. */
const concerns = (table: string, personId: string, owned: string[]) =>
  sql`(${sql.ref(`${table}.account_id`)} = any(${owned}::uuid[]) or ${sql.ref(`${table}.person_id`)} = ${personId})`

export async function evidenceIn(db: Queryable, personId: string, owned: string[], statuses: string[]) {
  const { rows } =
    await sql<Counted>`select e.account_id, a.name as account_name, count(*)::int as count from evidence e join account a on a.id = e.account_id where ${concerns('e', personId, owned)} and e.status = any(${statuses}) group by e.account_id, a.name`.execute(
      db,
    )
  return rows
}

export async function uploadsOf(db: Queryable, personId: string, owned: string[]) {
  const { rows } =
    await sql<Counted>`select u.account_id, a.name as account_name, count(*)::int as count from upload u join account a on a.id = u.account_id where ${concerns('u', personId, owned)} and u.state <> 'used' group by u.account_id, a.name`.execute(
      db,
    )
  return rows
}

export async function subsOf(db: Queryable, owned: string[]) {
  const { rows } =
    await sql<Counted>`select m.account_id, a.name as account_name, count(*)::int as count from membership m join account a on a.id = m.account_id where m.account_id = any(${owned}::uuid[]) and m.role = 'sub' and m.status <> 'DELETED' group by m.account_id, a.name`.execute(
      db,
    )
  return rows
}

/** Accounts with money that was paid in. What was given ends with the account. */
export async function balancesOf(db: Queryable, owned: string[]) {
  const { rows } =
    await sql<Counted>`select w.account_id, a.name as account_name, 1 as count from wallet w join account a on a.id = w.account_id where w.account_id = any(${owned}::uuid[]) and w.prepaid + w.reserved_prepaid > 0`.execute(
      db,
    )
  return rows
}

/** Money that somebody says they sent, and staff have not found yet. */
export async function transfersOf(db: Queryable, owned: string[]) {
  const { rows } =
    await sql<Counted>`select t.account_id, a.name as account_name, count(*)::int as count from bank_transfer t join account a on a.id = t.account_id where t.account_id = any(${owned}::uuid[]) and t.state in ('waiting', 'checking') group by t.account_id, a.name`.execute(
      db,
    )
  return rows
}

/** What is left of packages that have not ended. */
export async function unitsOf(db: Queryable, owned: string[]): Promise<number> {
  const { units } = await db
    .selectFrom('package')
    .select(sql<number>`coalesce(sum(units - used), 0)::int`.as('units'))
    .where(sql<boolean>`account_id = any(${owned}::uuid[])`)
    .where('endsAt', '>', now)
    .executeTakeFirstOrThrow()
  return units
}

export async function reviewsOf(db: Queryable, personId: string, owned: string[]) {
  const { rows } =
    await sql<Counted>`select null as account_id, null as account_name, count(*)::int as count from real_name r where status in ('PENDING', 'REVIEWING') and (person_id = ${personId} or (kind = 'ENTERPRISE' and account_id = any(${owned}::uuid[]))) having count(*) > 0`.execute(
      db,
    )
  return rows
}

/** Parts in running the platform, and whether nobody else administers it. */
export async function staffOf(
  db: Queryable,
  personId: string,
  platformId: string,
): Promise<{ staff: boolean; last: boolean }> {
  const {
    rows: [row],
  } = await sql<{
    staff: boolean
    last: boolean
  }>`select exists (select from membership where person_id = ${personId} and status = 'ACTIVE' and role = any(${[...staffRoles]})) as staff,
    exists (select from membership where person_id = ${personId} and status = 'ACTIVE' and role = 'administrator')
      and not exists (select from membership m join person p on p.id = m.person_id where m.platform_id = ${platformId} and m.person_id <> ${personId} and m.role = 'administrator' and m.status = 'ACTIVE' and p.status = 'ACTIVE') as last`.execute(
    db,
  )
  return row!
}

export async function sealedIn(db: Queryable, owned: string[]): Promise<number> {
  const { n } = await db
    .selectFrom('evidence')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(sql<boolean>`account_id = any(${owned}::uuid[])`)
    .where('status', '=', 'collected')
    .executeTakeFirstOrThrow()
  return n
}

export async function setClosing(tx: Tx, personId: string, days: number): Promise<Date> {
  const { closingAt } = await tx
    .updateTable('person')
    .set({ closingAt: sql<Date>`app_now() + make_interval(days => ${days})` })
    .where('id', '=', personId)
    .where('status', '=', 'ACTIVE')
    .returning('closingAt')
    .executeTakeFirstOrThrow()
  return closingAt!
}

/** False where nothing was asked for. */
export async function unsetClosing(tx: Tx, personId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ closingAt: null })
    .where('id', '=', personId)
    .where('status', '=', 'ACTIVE')
    .where('closingAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Known to whoever asks from then on, before anything is locked for long. */
export const markBegun = (tx: Tx, personId: string) =>
  tx.updateTable('person').set({ closingBeganAt: now }).where('id', '=', personId).execute()
export const unmarkBegun = (tx: Tx, personId: string) =>
  tx
    .updateTable('person')
    .set({ closingBeganAt: null })
    .where('id', '=', personId)
    .where('status', '=', 'ACTIVE')
    .where('closingBeganAt', 'is not', null)
    .execute()

/** Locked against whatever would begin for them. Undefined where the time is not over, it was taken back, or it is done. */
export const lockDue = (tx: Tx, personId: string) =>
  tx
    .selectFrom('person')
    .select(['id', 'platformId', 'name', 'phone', 'mail', 'lang'])
    .where('id', '=', personId)
    .where('status', '=', 'ACTIVE')
    .where('closingAt', '<=', now)
    .forUpdate()
    .executeTakeFirst()
export type LeavingPerson = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** Some of those whose time is over and whom no job closes yet; not while something they began is still to be settled, nor staff. Whoever cannot be closed yet keeps nobody else waiting: each call takes others. */
export async function dueOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from person p where p.status = 'ACTIVE' and p.closing_at <= app_now()
    and not exists (select from membership m where m.person_id = p.id and m.status = 'ACTIVE' and m.role = any(${[...staffRoles]}))
    and not exists (select from evidence e where e.status = any(${unsettled}) and (e.person_id = p.id or e.account_id in (select m.account_id from membership m where m.person_id = p.id and m.role = 'owner')))
    and not exists (select from membership m join judicial_order o on m.account_id in (o.account_id, o.office_id) where m.person_id = p.id and m.role = 'owner' and ${isOpenOrder})
    and not exists (select from ${openJobsTable} j where j.queue = 'closing' and j.record_id = p.id and j.state not in ('failed', 'cancelled')) order by random() limit 50`.execute(
    db.system,
  )
  return rows.map((r) => r.id)
}
