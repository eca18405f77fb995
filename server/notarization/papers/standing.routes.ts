import { standingCalls } from '../../../contract/notarization/standing.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { standingOf } from './standing.service.ts'

export const standingRoutes = (services: Services) =>
  implement(standingCalls, {
    ofPaper: (visitor, { params }) => standingOf(services, visitor.platform.id, params.paperNumber),
  })
