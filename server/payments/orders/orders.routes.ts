import { payOrderCalls } from '../../../contract/payments/pay-orders.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as orders from './orders.service.ts'

export const orderRoutes = (services: Services) =>
  implement(payOrderCalls, {
    ways: (caller) => orders.ways(services, caller),
    recharge: (caller, { body }) => orders.recharge(services, caller, body),
    list: (caller, { query }) => orders.list(services, caller, query),
    get: (caller, { params }) => orders.get(services, caller, params.number),
    ask: (caller, { params }) => orders.ask(services, caller, params.number),
    close: (caller, { params }) => orders.close(services, caller, params.number),
  })
