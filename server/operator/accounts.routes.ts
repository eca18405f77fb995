import { accountCalls } from '../../contract/operator/accounts.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as accounts from './accounts.service.ts'

export const accountRoutes = (services: Services) =>
  implement(accountCalls, {
    list: (caller, { query }) => accounts.list(services, caller, query),
    get: (caller, { params }) => accounts.get(services, caller, params.id),
    setStanding: async (caller, { params, body }) => {
      await accounts.setStanding(services, caller, params.id, body.standing, body.reason)
      return null
    },
    setStorage: async (caller, { params, body }) => {
      await accounts.setStorage(services, caller, params.id, body)
      return null
    },
    setTimestamps: async (caller, { params, body }) => {
      await accounts.setTimestamps(services, caller, params.id, body.timestamps, body.reason)
      return null
    },
  })
