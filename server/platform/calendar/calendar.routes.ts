import { calendarCalls } from '../../../contract/platform/calendar.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as calendar from './calendar.service.ts'

export const calendarRoutes = (services: Services) =>
  implement(calendarCalls, {
    list: (caller, { query }) => calendar.list(services, caller, query),
    mark: (caller, { body }) => calendar.mark(services, caller, body),
    import: (caller, { body }) => calendar.importDays(services, caller, body),
    remove: async (caller, { params }) => (await calendar.remove(services, caller, params.id), null),
  })
