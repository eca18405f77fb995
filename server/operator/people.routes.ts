import { personCalls } from '../../contract/operator/people.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as people from './people.service.ts'

export const personRoutes = (services: Services) =>
  implement(personCalls, {
    list: (caller, { query }) => people.list(services, caller, query),
    get: (caller, { params }) => people.get(services, caller, params.id),
    revealPhone: (caller, { params, body }) => people.revealPhone(services, caller, params.id, body.reason),
    setStanding: async (caller, { params, body }) => {
      await people.setStanding(services, caller, params.id, body.standing, body.reason)
      return null
    },
    resetTotp: async (caller, { params, body }) => {
      await people.resetTotpOf(services, caller, params.id, body.reason)
      return null
    },
    signOut: (caller, { params, body }) => people.signOut(services, caller, params.id, body.reason),
  })
