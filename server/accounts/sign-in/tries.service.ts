import type { Visitor } from '../../kit/calls/caller.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countHits, type Hit, takeBackHit } from '../../kit/calls/rate-limits.ts'
import { type Secret, tryLimits } from '../../kit/calls/try-limits.ts'
import type { Services } from '../../kit/services.ts'
import { browserHash } from './browser.ts'
import { howKnown, type Whom } from './known-devices.repo.ts'

/** A bucket's end is whom it is about: what leaves with them is found by it. */
const endOf = (whom: Whom) => ('personId' in whom ? whom.personId : `${whom.platformId}:${whom.phone}`)

/**
 * Counts one try of a secret before it is looked at, so that tries that come at once are told apart. A device that its owner signed in with before has
 * a lane of its own, wherever it is: strangers' tries never fill it, nor do its own fill another. Everybody else's lane is where they come from; where
 * the owner never was, all of them share one more.
 */
export async function countTry(services: Services, visitor: Visitor, secret: Secret, whom: Whom) {
  const known = await howKnown(services.db, visitor, whom)
  const place = known === 'device' ? `device:${browserHash(visitor).toString('base64url')}` : originOf(visitor.ip)
  const end = endOf(whom)
  const { lane, strangers } = tryLimits[secret]
  // Windows of several lengths may begin at the same instant.
  const ofLane = lane.map((limit): Hit => [`${secret}-${limit.seconds}:${place}:${end}`, limit])
  const ofStrangers = known ? [] : strangers.map((limit): Hit => [`${secret}-strangers-${limit.seconds}:${end}`, limit])
  // The lane first: who has used it up takes nothing from other strangers.
  const hits = [...ofLane, ...ofStrangers]
  const counts = await countHits(services.db, hits)
  return {
    known,
    /** Tries in the fullest lane, this one included. */
    tries: Math.max(counts[0]!, counts[ofLane.length] ?? 0),
    takeBack: async () => {
      for (const hit of hits) await takeBackHit(services.db, ...hit)
    },
  }
}
