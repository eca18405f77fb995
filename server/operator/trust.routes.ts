import { trustCalls } from '../../contract/operator/trust.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as trust from './trust.service.ts'

export const trustRoutes = (services: Services) =>
  implement(trustCalls, { overview: (caller) => trust.overview(services, caller.lang) })
