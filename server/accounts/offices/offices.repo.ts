import { sql } from 'kysely'
import type { OfficeFind, OfficePersonFind, OfficeRole } from '../../../contract/accounts/offices.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'

const columns = [
  'office.accountId as id',
  'account.name as accountName',
  'office.kind',
  'office.fullName',
  'office.caseWord',
  'office.licence',
  'office.phone',
  'office.address',
  'office.hours',
  'office.sealFee',
  'office.isOpen',
  'office.createdAt',
  sql<number>`(select count(*)::int from office_member m join membership s on s.id = m.membership_id where m.account_id = office.account_id and m.role <> 'assistant' and s.status = 'ACTIVE')`.as(
    'deciders',
  ),
] as const

const ofPlatform = (db: Queryable, platformId: string) =>
  db
    .selectFrom('office')
    .innerJoin('account', 'account.id', 'office.accountId')
    .where('office.platformId', '=', platformId)

const one = (db: Queryable, platformId: string, id: string) =>
  ofPlatform(db, platformId).select(columns).where('office.accountId', '=', id)
export const findOffice = (db: Queryable, platformId: string, id: string) => one(db, platformId, id).executeTakeFirst()
export type OfficeRecord = NonNullable<Awaited<ReturnType<typeof findOffice>>>

const sortColumns = { id: 'office.account_id', createdAt: 'office.created_at', fullName: 'office.full_name' }

export function listOffices(db: Queryable, platformId: string, find: OfficeFind) {
  let some = ofPlatform(db, platformId)
  if (find.officeKind) some = some.where('office.kind', '=', find.officeKind)
  if (find.officeState) some = some.where('office.isOpen', '=', find.officeState === 'open')
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) => e.or([e('office.fullName', 'ilike', word), e('account.name', 'ilike', word)]))
  }
  return listPage(db, some, (q) => q.select(columns), find, sortColumns)
}

/** Everybody who acts in an office now. */
const people = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .leftJoin('officeMember', 'officeMember.membershipId', 'membership.id')
    .where('membership.accountId', '=', accountId)
    .where('membership.status', '=', 'ACTIVE')
const personColumns = [
  'membership.id',
  'membership.personId',
  'person.name',
  'person.phone',
  'officeMember.role',
  'officeMember.practiceNumber',
  sql<boolean>`membership.role = 'owner'`.as('isHead'),
] as const

/** What they are to become, where that waits. */
const asked = sql<{ officeRole: string; practiceNumber: string } | null>`(
  select json_build_object('officeRole', a.request->>'officeRole', 'practiceNumber', a.request->>'practiceNumber')
  from approval a where a.kind = 'decider' and a.subject_id = membership.id and a.account_id = membership.account_id and a.state = 'waiting')`

export function listPeople(tx: AccountTx, accountId: string, find: OfficePersonFind) {
  let some = people(tx, accountId)
  if (find.officeRole) some = some.where('officeMember.role', '=', find.officeRole)
  if (find.keyWord) some = some.where('person.name', 'ilike', likeWord(find.keyWord))
  return listPage(tx, some, (q) => q.select(personColumns).select(asked.as('asked')), find, {
    id: 'membership.id',
    name: 'person.name',
  })
}

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>['rows'][number]

export const lockPerson = (tx: Tx, accountId: string, id: string) =>
  people(tx, accountId).select(personColumns).where('membership.id', '=', id).forUpdate('membership').executeTakeFirst()
export type PersonRecord = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

export const putRole = (
  tx: Tx,
  { platform, accountId }: Pick<Caller, 'platform' | 'accountId'>,
  membershipId: string,
  { role, practiceNumber }: { role: OfficeRole; practiceNumber: string | null },
) =>
  tx
    .insertInto('officeMember')
    .values({ membershipId, platformId: platform.id, accountId, role, practiceNumber })
    .onConflict((c) => c.column('membershipId').doUpdateSet({ role, practiceNumber }))
    .execute()

export const takeRole = (tx: Tx, accountId: string, membershipId: string) =>
  tx.deleteFrom('officeMember').where('membershipId', '=', membershipId).where('accountId', '=', accountId).execute()
