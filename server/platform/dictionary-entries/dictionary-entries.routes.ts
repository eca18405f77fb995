import { dictEntryCalls } from '../../../contract/platform/dictionary-entries.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as entries from './dictionary-entries.service.ts'

export const dictEntryRoutes = (services: Services) =>
  implement(dictEntryCalls, {
    offered: (visitor, { body }) => entries.offered(services, visitor, body.types),
    saveWhole: (caller, { body }) => entries.saveWhole(services, caller, body),
    whole: (caller, { params }) => entries.whole(services, caller, params.type),
    list: (caller, { query }) => entries.list(services, caller, query),
    get: (caller, { params }) => entries.get(services, caller, params.id),
    create: (caller, { body }) => entries.create(services, caller, body),
    update: (caller, { params, body }) => entries.update(services, caller, params.id, body),
    setActive: async (caller, { params, body }) => (
      await entries.setActive(services, caller, params.id, body.active),
      null
    ),
  })
