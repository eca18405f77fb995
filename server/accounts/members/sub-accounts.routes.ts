import { subAccountCalls } from '../../../contract/accounts/sub-accounts.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as subs from './sub-accounts.service.ts'

export const subAccountRoutes = (services: Services) =>
  implement(subAccountCalls, {
    sendCode: (caller, { body }) => subs.sendSubCode(services, caller, body),
    create: (caller, { body }) => subs.create(services, caller, body),
    setPassword: async (caller, { body }) => (await subs.setPassword(services, caller, body), null),
    list: (caller, { query }) => subs.list(services, caller, query),
    get: (caller, { params }) => subs.get(services, caller, params.id),
    update: (caller, { params, body }) => subs.update(services, caller, params.id, body),
    setStatus: async (caller, { params, body }) => (
      await subs.setStatus(services, caller, params.id, body.status),
      null
    ),
    setStatusOfMany: (caller, { body }) => subs.setStatusOfMany(services, caller, body.ids, body.status),
    removeMany: (caller, { body }) => subs.setStatusOfMany(services, caller, body.ids, 'DELETED'),
  })
