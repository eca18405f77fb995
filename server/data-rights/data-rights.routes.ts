import { closingCalls } from '../../contract/data-rights/closing.ts'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as closing from './closing.service.ts'
import * as copies from './copies.service.ts'

export const dataCopyRoutes = (services: Services) =>
  implement(dataCopyCalls, {
    list: async (caller) => ({ list: await copies.list(services, caller) }),
    ask: (caller, { body }) => copies.ask(services, caller, body),
    download: (caller, { params }) => copies.download(services, caller, params.id),
    identity: (caller, { body }) => copies.identity(services, caller, body),
  })

export const closingRoutes = (services: Services) =>
  implement(closingCalls, {
    state: (caller) => closing.state(services, caller),
    ask: (caller, { body }) => closing.ask(services, caller, body),
    takeBack: (caller) => closing.takeBack(services, caller),
  })
