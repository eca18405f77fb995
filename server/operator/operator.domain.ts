import { defineDomain } from '../kit/work/domain.ts'
import type { TrustedContext } from '../trust/trusted-context.types.ts'
import { accountRoutes } from './accounts.routes.ts'
import { startAlarms } from './alarms/alarms.watch.ts'
import { administratorApproval } from './installation/administrator-approval.ts'
import { platformRoutes } from './installation/platforms.routes.ts'
import { jobRoutes } from './jobs.routes.ts'
import { staffMessageRoutes } from './messages.routes.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { personRoutes } from './people.routes.ts'
import { timestampRoutes } from './timestamps.routes.ts'
import { trustRoutes } from './trust.routes.ts'

/** The desk of a platform's staff. */
export const operatorDomain = defineDomain<TrustedContext>({
  name: 'operator',
  approvals: [administratorApproval],
  routes: (services) => [
    outboxRoutes(services),
    personRoutes(services),
    accountRoutes(services),
    jobRoutes(services),
    timestampRoutes(services),
    staffMessageRoutes(services),
    trustRoutes(services),
    platformRoutes(services),
  ],
  work: ({ services, authority, log }) => ({ loops: [startAlarms(services, authority.clock, log)] }),
})
