import type { Queryable } from '../../kit/db/db.ts'
import { isKept } from '../../kit/db/kept-person.ts'

/** Memberships in which somebody may act now: they, the person and the account are in use. */
export const acting = (db: Queryable) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .innerJoin('account', 'account.id', 'membership.accountId')
    .where('membership.status', '=', 'ACTIVE')
    .where('person.status', '=', 'ACTIVE')
    .where(isKept)
    .where('account.status', '=', 'ACTIVE')
