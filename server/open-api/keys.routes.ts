import { keyCalls } from '../../contract/open-api/keys.ts'
import { registeredKeyCalls } from '../../contract/open-api/registered-keys.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { keyNames } from './key-names.settings.ts'
import * as keys from './keys.service.ts'

export const keyRoutes = (services: Services) =>
  implement(
    keyCalls,
    {
      list: (caller, { query }) => keys.list(services, caller, query),
      create: (caller, { body }) => keys.create(services, caller, body),
      get: (caller, { params }) => keys.get(services, caller, params.id),
      update: (caller, { params, body }) => keys.update(services, caller, params.id, body),
      setStatus: async (caller, { params, body }) => (
        await keys.setStatus(services, caller, params.id, body.status),
        null
      ),
      revoke: async (caller, { params }) => (await keys.revoke(services, caller, params.id), null),
      log: (caller, { params, query }) => keys.log(services, caller, params.id, query),
    },
    { create: keys.pastEnd },
  )

/** The same list and the same form, under the names of former clients. */
export const registeredKeyRoutes = (services: Services) => ({
  ...implement(
    registeredKeyCalls,
    {
      list: (caller, { body }) => keys.list(services, caller, body),
      create: (caller, { body }) => keys.create(services, caller, body),
    },
    { create: keys.pastEnd },
  ),
  names: keyNames.of(services.config),
})
