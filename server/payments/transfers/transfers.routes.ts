import { staffTransferCalls, transferCalls } from '../../../contract/payments/transfers.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as staff from './staff-transfers.service.ts'
import * as transfers from './transfers.service.ts'

export const transferRoutes = (services: Services) =>
  implement(transferCalls, {
    details: (caller) => transfers.details(services, caller),
    send: (caller, { body }) => transfers.send(services, caller, body),
    list: (caller, { query }) => transfers.list(services, caller, query),
    get: (caller, { params }) => transfers.get(services, caller, params.id),
    withdraw: async (caller, { params }) => (await transfers.withdraw(services, caller, params.id), null),
  })

export const staffTransferRoutes = (services: Services) =>
  implement(staffTransferCalls, {
    list: (caller, { query }) => staff.list(services, caller, query),
    get: (caller, { params }) => staff.get(services, caller, params.id),
    picture: (caller, { params }) => staff.picture(services, caller, params.id, params.picture),
    arrive: (caller, { params, body }) => staff.arrive(services, caller, params.id, body),
    refuse: async (caller, { params, body }) => (await staff.refuse(services, caller, params.id, body.reason), null),
  })
