import { officeCalls, officePeopleCalls } from '../../../contract/accounts/offices.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as people from './office-people.service.ts'
import * as offices from './offices.service.ts'

export const officeRoutes = (services: Services) =>
  implement(officeCalls, {
    list: (caller, { query }) => offices.list(services, caller, query),
    get: (caller, { params }) => offices.get(services, caller, params.id),
    save: (caller, { params, body }) => offices.save(services, caller, params.id, body),
    setOpen: async (caller, { params, body }) => (await offices.setOpen(services, caller, params.id, body.open), null),
  })

export const officePeopleRoutes = (services: Services) =>
  implement(officePeopleCalls, {
    list: (caller, { query }) => people.list(services, caller, query),
    setRole: (caller, { params, body }) => people.setRole(services, caller, params.id, body),
  })
