import { integrityCalls } from '../../../contract/trust/integrity.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as integrity from './integrity.service.ts'

export const integrityRoutes = (services: Services) =>
  implement(integrityCalls, {
    list: (_caller, { body }) => integrity.list(services, body),
    get: (_caller, { params }) => integrity.get(services, params.id),
    findings: (caller, { params, query }) => integrity.findings(services, caller, params.id, query),
    start: (caller, { body }) => integrity.start(services, caller, body.reason),
  })
