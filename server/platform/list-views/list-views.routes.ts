import { listViewCalls } from '../../../contract/platform/list-views.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { putLayout } from './list-views.repo.ts'
import * as views from './list-views.service.ts'

export const listViewRoutes = (services: Services) =>
  implement(listViewCalls, {
    list: (caller, { query }) => views.list(services, caller, query.resource),
    create: (caller, { body }) => views.create(services, caller, body),
    update: async (caller, { params, body }) => (await views.update(services, caller, params.id, body), null),
    remove: async (caller, { params }) => (await views.remove(services, caller, params.id), null),
    setLayout: async (caller, { body }) => (
      await services.db.forAccount(caller, (tx) => putLayout(tx, caller, body.resource, body.layout)),
      null
    ),
  })
