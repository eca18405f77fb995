import { platformCalls } from '../../../contract/operator/platforms.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as platforms from './platforms.service.ts'

export const platformRoutes = (services: Services) =>
  implement(platformCalls, {
    list: (_, { query }) => platforms.list(services, query),
    get: (_, { params }) => platforms.get(services, params.id),
    create: (caller, { body }) => platforms.create(services, caller, body),
    update: (caller, { params, body }) => platforms.update(services, caller, params.id, body),
    addAdministrator: (caller, { params, body }) => platforms.addAdministrator(services, caller, params.id, body),
    close: async (caller, { params }) => {
      await platforms.setClosed(services, caller, params.id, true)
      return null
    },
    open: async (caller, { params }) => {
      await platforms.setClosed(services, caller, params.id, false)
      return null
    },
  })
