import { statementCalls } from '../../../contract/payments/statements.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { spending } from './spending.service.ts'
import * as statements from './statements.service.ts'

export const statementRoutes = (services: Services) =>
  implement(statementCalls, {
    spending: (caller, { query }) => spending(services, caller, query.months),
    list: (caller) => statements.list(services, caller),
    download: (caller, { params, query }) => statements.download(services, caller, params.month, query.format),
  })
