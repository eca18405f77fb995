import { addressCalls } from '../../contract/addresses/addresses.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as addresses from './addresses.service.ts'
import { astrayIn } from './place.ts'

export const addressRoutes = (services: Services) =>
  implement(
    addressCalls,
    {
      list: (caller, { query }) => addresses.list(services, caller, query),
      create: (caller, { body }) => addresses.create(services, caller, body),
      get: (caller, { params }) => addresses.get(services, caller, params.id),
      update: (caller, { params, body }) => addresses.update(services, caller, params.id, body),
      remove: async (caller, { params }) => (await addresses.remove(services, caller, params.id), null),
      removeMany: (caller, { body }) => addresses.removeMany(services, caller, body.ids),
      makeDefault: async (caller, { params }) => (await addresses.makeDefault(services, caller, params.id), null),
      import: (caller, { body }) => addresses.importAddresses(services, caller, body),
    },
    // A place that is no more stays with the address that has it: changes are judged beside what was there.
    { create: astrayIn },
  )
