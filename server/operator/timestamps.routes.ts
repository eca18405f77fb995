import { timestampCalls } from '../../contract/operator/timestamps.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as timestamps from './timestamps.service.ts'

export const timestampRoutes = (services: Services) =>
  implement(timestampCalls, {
    overview: (caller) => timestamps.overview(services, caller),
    trial: (caller, { params }) => timestamps.trial(services, caller, params.provider),
  })
