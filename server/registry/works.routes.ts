import { workCalls } from '../../contract/registry/works.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as works from './works.service.ts'

export const workRoutes = (services: Services) =>
  implement(
    workCalls,
    {
      deposit: (caller, { body }) => works.depositWork(services, caller, body),
      list: (caller, { query }) => works.list(services, caller, query),
      info: (caller, { query }) => works.info(services, caller, query.ano),
    },
    { deposit: works.wrongDates },
  )
