import { templateCalls } from '../../../contract/notarization/templates.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as templates from './templates.service.ts'

export const templateRoutes = (services: Services) =>
  implement(templateCalls, {
    list: (caller, { query }) => templates.list(services, caller, query),
    get: (caller, { params }) => templates.get(services, caller, params.id),
    version: (caller, { params }) => templates.version(services, caller, params.id, params.version),
    add: (caller, { body }) => templates.add(services, caller, body),
    change: (caller, { params, body }) => templates.change(services, caller, params.id, body),
    setOffered: async (caller, { params, body }) => (
      await templates.setOffered(services, caller, params.id, body.offered),
      null
    ),
  })
