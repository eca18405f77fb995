import { payOrderCalls } from '../../../contract/payments/pay-orders.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import * as paybacks from '../paybacks/paybacks.service.ts'
import * as orders from './orders.service.ts'
import * as staff from './staff-orders.service.ts'

export const orderRoutes = (services: Services) =>
  implement(payOrderCalls, {
    ways: (caller) => orders.ways(services, caller),
    recharge: (caller, { body }) => orders.recharge(services, caller, body),
    list: (caller, { query }) => orders.list(services, caller, query),
    get: (caller, { params }) => orders.get(services, caller, params.id),
    ask: (caller, { params }) => orders.ask(services, caller, params.id),
    close: (caller, { params }) => orders.close(services, caller, params.id),
  })

export const staffOrderRoutes = (services: Services) =>
  implement(staffOrderCalls, {
    list: (caller, { query }) => staff.list(services, caller, query),
    get: (caller, { params }) => staff.get(services, caller, params.id),
    notices: (caller, { params }) => staff.notices(services, caller, params.id),
    paybacks: (caller, { params }) => paybacks.ofOrder(services, caller, params.id),
    askPayback: (caller, { params, body }) => paybacks.ask(services, caller, params.id, body),
    async clear(caller, { params, body }) {
      await staff.clear(services, caller, params.id, body)
      return null
    },
  })
