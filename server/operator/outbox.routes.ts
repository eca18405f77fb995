import { outboxCalls } from '../../contract/operator/outbox.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as outbox from './outbox.service.ts'

export const outboxRoutes = (services: Services) =>
  implement(outboxCalls, {
    list: (caller, { body }) => outbox.list(services, caller, body),
    get: (caller, { params }) => outbox.get(services, caller, params.id),
    retry: async (caller, { params }) => {
      await outbox.retry(services, caller, params.id)
      return null
    },
  })
