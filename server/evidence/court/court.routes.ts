import { courtCalls } from '../../../contract/evidence/court.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { courtStanding } from './court.service.ts'

export const courtRoutes = (services: Services) =>
  implement(courtCalls, { standing: (caller, { params }) => courtStanding(services, caller, params.id) })
