import { jobCalls } from '../../contract/operator/jobs.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as jobs from './jobs.service.ts'

export const jobRoutes = (services: Services) =>
  implement(jobCalls, {
    list: (caller, { query }) => jobs.list(services, caller, query),
    get: (caller, { params }) => jobs.get(services, caller, params.id),
    retry: async (caller, { params }) => {
      await jobs.retry(services, caller, params.id)
      return null
    },
    cancel: async (caller, { params, body }) => {
      await jobs.cancel(services, caller, params.id, body.reason)
      return null
    },
  })
