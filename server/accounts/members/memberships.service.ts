import { rightsOf, type Role } from '../../../contract/kit/rights.ts'
import { type Caller, onlyPerson, type Visitor } from '../../kit/calls/caller.ts'
import type { Database } from '../../kit/db/db.ts'
import { officeOf } from '../offices/offices.read.ts'
import { acting } from './acting.read.ts'

/** The caller who acts in a membership without a session; undefined where membership, person or account is not in use. */
export async function callerOfMembership(
  db: Database,
  visitor: Visitor,
  membershipId: string,
): Promise<Caller | undefined> {
  const row = await acting(db.system)
    .select([
      'person.id as personId',
      'person.name as personName',
      'person.phone',
      'membership.role',
      'membership.grants',
      officeOf.as('office'),
      'account.id as accountId',
      'account.name as accountName',
      'account.kind',
    ])
    .where('membership.id', '=', membershipId)
    .where('membership.platformId', '=', visitor.platform.id)
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, grants, office, ...who } = row
  const [role, accountKind] = [row.role as Role, kind as Caller['accountKind']]
  const rights = rightsOf({ role, accountKind, grants, onDefaultPlatform: visitor.platform.isDefault, office })
  return {
    ...visitor,
    ...who,
    sessionHash: Buffer.alloc(0),
    bound: true,
    membershipId,
    accountKind,
    accountDisabled: false,
    role,
    rights,
    onlyPersonId: onlyPerson(rights, row.personId),
  }
}
