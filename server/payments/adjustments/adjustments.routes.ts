import { adjustmentCalls } from '../../../contract/payments/adjustments.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as adjustments from './adjustments.service.ts'

export const adjustmentRoutes = (services: Services) =>
  implement(adjustmentCalls, {
    list: (caller, { query }) => adjustments.list(services, caller, query),
    get: (caller, { params }) => adjustments.get(services, caller, params.id),
    ask: (caller, { body }) => adjustments.ask(services, caller, body),
    apply: async (caller, { params }) => (await adjustments.apply(services, caller, params.id), null),
    refuse: async (caller, { params, body }) => (
      await adjustments.refuse(services, caller, params.id, body.reason),
      null
    ),
    withdraw: async (caller, { params }) => (await adjustments.withdraw(services, caller, params.id), null),
  })
