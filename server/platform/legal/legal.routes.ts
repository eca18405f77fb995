import { legalCalls } from '../../../contract/platform/legal.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { forgetRecent } from '../recent-settings.read.ts'
import * as legal from './legal.service.ts'

export const legalRoutes = (services: Services) =>
  implement(legalCalls, {
    read: (visitor, { params, query }) => legal.read(services, visitor, params.kind, query.edition),
    list: (caller, { query }) => legal.list(services, caller, query),
    get: (caller, { params }) => legal.get(services, caller, params.id),
    publish: async (caller, { body }) => {
      const published = await legal.publish(services, caller, body)
      forgetRecent(services.db)
      return published
    },
  })
