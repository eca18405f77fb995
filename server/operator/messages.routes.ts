import { staffMessageCalls } from '../../contract/operator/messages.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as messages from './messages.service.ts'

export const staffMessageRoutes = (services: Services) =>
  implement(staffMessageCalls, {
    list: (caller, { query }) => messages.list(services, caller, query),
    get: (caller, { params }) => messages.get(services, caller, params.id),
    toPerson: (caller, { params, body }) => messages.toPerson(services, caller, params.id, body),
    toAccount: (caller, { params, body }) => messages.toAccount(services, caller, params.id, body),
  })
