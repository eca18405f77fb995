import { reconciliationCalls } from '../../../contract/payments/reconciliations.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as reconciliations from './reconciliations.service.ts'

export const reconciliationRoutes = (services: Services) =>
  implement(reconciliationCalls, {
    list: (caller, { query }) => reconciliations.list(services, caller, query),
    get: (caller, { params }) => reconciliations.get(services, caller, params.id),
    differences: (caller, { params }) => reconciliations.differences(services, caller, params.id),
    compare: (caller, { body }) => reconciliations.compare(services, caller, body),
    async clear(caller, { params, body }) {
      await reconciliations.clear(services, caller, params.id, body.reason)
      return null
    },
  })
