import { approvalCalls } from '../../../contract/platform/approvals.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as approvals from './approvals.service.ts'

export const approvalRoutes = (services: Services, kinds: () => approvals.Kinds) =>
  implement(approvalCalls, {
    list: (caller, { query }) => approvals.list(services, kinds(), caller, query),
    get: (caller, { params }) => approvals.get(services, kinds(), caller, params.id),
    apply: async (caller, { params }) => (await approvals.apply(services, kinds(), caller, params.id), null),
    refuse: async (caller, { params, body }) => (
      await approvals.refuse(services, kinds(), caller, params.id, body.reason),
      null
    ),
    withdraw: async (caller, { params }) => (await approvals.withdraw(services, kinds(), caller, params.id), null),
  })
