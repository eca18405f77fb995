import { type Right, rightsOf, type Role, staffRoles } from '../../../contract/kit/rights.ts'
import type { Caller, Platform } from '../../kit/calls/caller.ts'
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

/** Roles of staff that have a right on a platform. */
export const rolesWith = (right: Right, { isDefault }: Pick<Platform, 'isDefault'>): Role[] =>
  staffRoles.filter((role) =>
    rightsOf({ role, accountKind: 'enterprise', grants: [], onDefaultPlatform: isDefault }).has(right),
  )

/** Whether somebody acts for the platform in one of the roles, as of now. */
export const isStaff = async (
  db: Queryable,
  platformId: string,
  personId: string,
  roles: readonly Role[] = staffRoles,
): Promise<boolean> =>
  (await actingStaff(db, platformId, roles).where('membership.personId', '=', personId).executeTakeFirst()) !==
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
