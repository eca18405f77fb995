import { batchCalls } from '../../../contract/captures/batch.ts'
import * as evidence from '../../evidence/evidence.service.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as batch from './batch.service.ts'

export const batchRoutes = (services: Services) =>
  implement(batchCalls, {
    template: (caller) => batch.template(caller),
    check: (caller, { body, file }) => batch.check(services, caller, body, file),
    submit: (caller, { body }) => batch.submit(services, caller, body),
    batches: (caller, { query }) => batch.batches(services, caller, query),
    captures: (caller, { query }) => evidence.list(services, caller, query),
  })
