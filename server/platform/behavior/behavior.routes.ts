import { behaviorCalls, type CountedEvent, countedEvents } from '../../../contract/platform/behavior.ts'
import { declaredPage } from '../../../contract/site/entries.ts'
import { implement } from '../../kit/calls/implement.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { tallyHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { countUse } from './behavior.repo.ts'

/** An office may stand behind one address. One address alone must not be what a statistic tells of. */
const fromOneOrigin = { hits: 2_000, seconds: 86_400 }

const isCounted = (event: string): event is CountedEvent => (countedEvents as readonly string[]).includes(event)

export const behaviorRoutes = (services: Services) =>
  implement(behaviorCalls, {
    /** The address is reduced to the page it declares, so that no number, token or search ends in a statistic. */
    count: async ({ platform, ip }, { body: { page, event } }) => {
      const declared = declaredPage(page)
      if (!declared || !isCounted(event)) return { accepted: false }
      const sent = await tallyHit(services.db, `behavior:${originOf(ip)}`, fromOneOrigin.seconds)
      if (sent > fromOneOrigin.hits) return { accepted: false }
      await countUse(services.db, platform.id, declared, event)
      return { accepted: true }
    },
  })
