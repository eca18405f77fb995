import { auditCalls } from '../../contract/platform/audit.ts'
import { implement } from '../kit/calls/implement.ts'
import type { RecordNames } from '../kit/audit/record-names.ts'
import type { Services } from '../kit/services.ts'
import * as audit from './audit.service.ts'

export const auditRoutes = (services: Services, names: RecordNames) =>
  implement(auditCalls, {
    list: (caller, { query }) => audit.list(services, names, caller, query),
    get: (caller, { params }) => audit.get(services, names, caller, params.id),
    people: (caller) => audit.people(services, caller),
    platformList: (caller, { query }) => audit.platformList(services, names, caller, query),
    platformGet: (caller, { params }) => audit.platformGet(services, names, caller, params.id),
  })
