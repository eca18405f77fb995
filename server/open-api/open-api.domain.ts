import { defineDomain } from '../kit/work/domain.ts'
import { reviveCallbacks, sweepCallbacks } from './callbacks/callbacks.repo.ts'
import { callbackRoutes } from './callbacks/callbacks.routes.ts'
import { startCallbacks } from './callbacks/deliver.ts'
import { sweepCalls } from './keys.repo.ts'
import { keyNames } from './key-names.settings.ts'
import { keyRoutes, registeredKeyRoutes } from './keys.routes.ts'
import { sweepRequests } from './requests.repo.ts'
import { openApiPersonalData } from './personal-data.ts'

/** What programs may ask by signed requests, and what they are told. */
export const openApiDomain = defineDomain({
  name: 'open-api',
  personalData: openApiPersonalData,
  recordNames: { 'api-key': { table: 'api_key', column: 'name', only: 'owner' } },
  settings: [keyNames],
  routes: (services) => [keyRoutes(services), registeredKeyRoutes(services), callbackRoutes(services)],
  work: ({ services, log }) => ({ loops: [startCallbacks(services, log)] }),
  sweeps: [
    { name: 'callbacks that no process sends', everySeconds: 10, run: ({ db }) => reviveCallbacks(db) },
    { name: 'log of keys', everySeconds: 3_600, run: ({ db }) => sweepCalls(db) },
    { name: 'callbacks', everySeconds: 3_600, run: ({ db }) => sweepCallbacks(db) },
    { name: 'signed requests', everySeconds: 3_600, run: ({ db }) => sweepRequests(db) },
  ],
})
