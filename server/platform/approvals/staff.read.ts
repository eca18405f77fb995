import { type Role, staffRoles } from '../../../contract/kit/rights.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { isKept } from '../../kit/db/kept-person.ts'

/** Who acts for a platform now, in one of the roles. */
const actingStaff = (db: Queryable, platformId: string, roles: readonly Role[]) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .innerJoin('account', 'account.id', 'membership.accountId')
    .select('membership.personId')
    .where('membership.platformId', '=', platformId)
    .where('membership.role', 'in', roles)
    .where('membership.status', '=', 'ACTIVE')
    .where('person.status', '=', 'ACTIVE')
    .where('account.status', '=', 'ACTIVE')
    .where(isKept)

/** Whether somebody acts for the platform, as of now. */
export const isStaff = async (db: Queryable, platformId: string, personId: string): Promise<boolean> =>
  (await actingStaff(db, platformId, staffRoles).where('membership.personId', '=', personId).executeTakeFirst()) !==
  undefined

/** Whoever acts for the platform now. */
export const allStaff = async (db: Queryable, platformId: string): Promise<string[]> =>
  (await actingStaff(db, platformId, staffRoles).execute()).map(({ personId }) => personId)

/** Whether somebody beside the caller acts for their platform in one of the roles. */
export const hasOtherStaff = async (
  db: Queryable,
  { platform, personId }: Caller,
  roles: readonly Role[],
): Promise<boolean> =>
  (await actingStaff(db, platform.id, roles).where('membership.personId', '<>', personId).executeTakeFirst()) !==
  undefined
