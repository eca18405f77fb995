import type { Services } from '../../kit/services.ts'
import { lateAfter } from './facts.ts'
import { heldForLate, releaseStamps } from './stamps.repo.ts'

/** Gives back what is held for stamps that are late, each alone: wallets of several accounts are never locked in one transaction. */
export async function releaseLate({ db }: Services) {
  for (const id of await heldForLate(db.system, lateAfter)) await db.asSystem((tx) => releaseStamps(tx, id))
}
