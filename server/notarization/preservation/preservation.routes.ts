import { preservationCalls } from '../../../contract/notarization/preservation.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as reports from './preservation.service.ts'

export const preservationRoutes = (services: Services) =>
  implement(preservationCalls, {
    list: (caller, { query }) => reports.list(services, caller, query),
    get: (caller, { params }) => reports.get(services, caller, params.id),
    file: (caller, { params }) => reports.file(services, caller, params.id),
    make: (caller, { body }) => reports.make(services, caller, body),
  })
