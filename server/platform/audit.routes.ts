import { auditCalls } from '../../contract/platform/audit.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as audit from './audit.service.ts'

export const auditRoutes = (services: Services) =>
  implement(auditCalls, {
    list: (caller, { query }) => audit.list(services, caller, query),
    get: (caller, { params }) => audit.get(services, caller, params.id),
    people: (caller) => audit.people(services, caller),
    platformList: (caller, { query }) => audit.platformList(services, caller, query),
    platformGet: (caller, { params }) => audit.platformGet(services, caller, params.id),
  })
