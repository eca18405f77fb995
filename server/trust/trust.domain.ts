import { defineDomain } from '../kit/work/domain.ts'
import { anchorRoutes, chainRoutes } from './anchors/anchors.routes.ts'
import { anchorSettings } from './anchors/anchors.settings.ts'
import { integrityRoutes } from './integrity/integrity.routes.ts'
import { startIntegrity } from './integrity/start.ts'
import { timestampSettings } from './stamps/timestamps.settings.ts'
import type { TrustedContext } from './trusted-context.types.ts'

/** Keys, time-stamps, the log, anchors and the audit of all of it. What waits for the log and for anchors stands higher. */
export const trustDomain = defineDomain<TrustedContext>({
  name: 'trust',
  settings: [timestampSettings, anchorSettings],
  routes: (services) => [chainRoutes(services), anchorRoutes(services), integrityRoutes(services)],
  work: ({ services, authority, log }) => ({ loops: [startIntegrity(services, authority, log)] }),
})
