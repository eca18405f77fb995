import { sql } from 'kysely'
import type { OfficeRole } from '../../../contract/kit/rights.ts'
import type { Queryable } from '../../kit/db/db.ts'

/** Of a membership: whether its account is an office, and what it is there. */
export const officeOf = sql<{ role: OfficeRole | null } | null>`(
  select json_build_object('role', (select m.role from office_member m where m.membership_id = membership.id))
  from office where office.account_id = membership.account_id)`

/** Whoever owns the office asked for their closing: it begins nothing new. */
const isClosing = sql<boolean>`exists (
  select from membership m join person p on p.id = m.person_id
  where m.account_id = office.account_id and m.role = 'owner' and m.status = 'ACTIVE' and p.closing_at is not null)`

/** An office of the platform as orders name it; undefined where there is none such. */
export const findOpenableOffice = (db: Queryable, platformId: string, id: string) =>
  db
    .selectFrom('office')
    .innerJoin('account', 'account.id', 'office.accountId')
    .select([
      'office.accountId as id',
      'office.kind',
      'office.fullName',
      'office.licence',
      'office.caseWord',
      'office.isOpen',
      'office.sealFee',
      'account.status',
      isClosing.as('isClosing'),
    ])
    .where('office.platformId', '=', platformId)
    .where('office.accountId', '=', id)
    .executeTakeFirst()

/** Offices of a kind that take orders now, by name. */
export const openOffices = (db: Queryable, platformId: string, kind: string) =>
  db
    .selectFrom('office')
    .innerJoin('account', 'account.id', 'office.accountId')
    .select([
      'office.accountId as id',
      'office.fullName',
      'office.phone',
      'office.address',
      'office.hours',
      'office.licence',
      'office.sealFee',
    ])
    .where('office.platformId', '=', platformId)
    .where('office.kind', '=', kind)
    .where('office.isOpen', '=', true)
    .where('account.status', '=', 'ACTIVE')
    .where(sql<boolean>`not ${isClosing}`)
    .orderBy('office.fullName')
    .orderBy('office.accountId')
    .execute()

/** Whether any takes orders now. */
export const hasOpenOffice = async (db: Queryable, platformId: string): Promise<boolean> =>
  (await db
    .selectFrom('office')
    .innerJoin('account', 'account.id', 'office.accountId')
    .select('office.accountId')
    .where('office.platformId', '=', platformId)
    .where('office.isOpen', '=', true)
    .where('account.status', '=', 'ACTIVE')
    .where(sql<boolean>`not ${isClosing}`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Who of an office has a part in its orders, whoever decides first. */
export const officePeople = (db: Queryable, accountId: string) =>
  db
    .selectFrom('officeMember')
    .innerJoin('membership', 'membership.id', 'officeMember.membershipId')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['membership.personId', 'person.name', 'officeMember.role', 'officeMember.practiceNumber'])
    .where('officeMember.accountId', '=', accountId)
    .where('membership.status', '=', 'ACTIVE')
    .orderBy(sql`office_member.role = 'assistant'`)
    .orderBy('person.name')
    .orderBy('membership.id')
    .execute()
