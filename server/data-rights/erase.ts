import type { Tx } from '../kit/db/db.ts'
import type { Erasure } from '../kit/personal-data/personal-data.ts'
import type { Leaving } from '../kit/personal-data/leaving.ts'
import type { ActiveMembership, LeavingPerson } from './closing.repo.ts'

/**
 * Nothing personal stays of somebody who leaves but what must: sealed evidence with its statement, so that what others hold of it can
 * be checked; the record of acts; what they agreed to. Each domain erases its own, those above first, as they rest on those below.
 * `tests/data-rights/closing-remains.api.test.ts` looks for it in every table.
 */
export async function erase(
  tx: Tx,
  erasures: readonly Erasure[],
  person: LeavingPerson,
  active: readonly ActiveMembership[],
) {
  const mine = active.filter((p) => p.role === 'owner')
  const leaving: Leaving = {
    person,
    owned: mine.map((p) => p.accountId),
    names: mine.map((p) => p.name),
    memberships: await everyMembership(tx, person.id),
    accounts: active.map((p) => p.accountId),
  }
  for (const one of erasures.toReversed()) await one(tx, leaving)
}

/** Those that ended before too. */
const everyMembership = async (tx: Tx, personId: string) =>
  (await tx.selectFrom('membership').select('id').where('personId', '=', personId).execute()).map((m) => m.id)
