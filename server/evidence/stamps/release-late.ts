import type { Services } from '../../kit/services.ts'
import { eachRow } from '../../kit/work/each-row.ts'
import { lateAfter } from './facts.ts'
import { heldForLate, releaseStamps } from './stamps.repo.ts'

/** Gives back what is held for stamps that are late, each alone: wallets of several accounts are never locked in one transaction. */
export const releaseLate = async ({ db }: Services) =>
  eachRow(await heldForLate(db.system, lateAfter), (id) => db.asSystem((tx) => releaseStamps(tx, id)))
