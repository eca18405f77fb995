import { headerCalls } from '../../contract/invoices/headers.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as headers from './headers.service.ts'

export const headerRoutes = (services: Services) =>
  implement(headerCalls, {
    list: (caller, { query }) => headers.list(services, caller, query),
    create: (caller, { body }) => headers.create(services, caller, body),
    get: (caller, { params }) => headers.get(services, caller, params.id),
    update: (caller, { params, body }) => headers.update(services, caller, params.id, body),
    remove: async (caller, { params }) => (await headers.remove(services, caller, params.id), null),
    removeMany: (caller, { body }) => headers.removeMany(services, caller, body.ids),
    makeDefault: async (caller, { params }) => (await headers.makeDefault(services, caller, params.id), null),
    import: (caller, { body }) => headers.importHeaders(services, caller, body),
  })
