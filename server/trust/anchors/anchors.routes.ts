import { anchorCalls } from '../../../contract/trust/anchors.ts'
import { chainCalls } from '../../../contract/trust/chain.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as anchors from './anchors.service.ts'

export const chainRoutes = (services: Services) =>
  implement(chainCalls, {
    info: (visitor, { query }) => anchors.info(services, visitor, query.hash),
    record: (_visitor, { params }) => anchors.record(services, params.hash),
  })

export const anchorRoutes = (services: Services) =>
  implement(anchorCalls, {
    chains: (caller) => anchors.chains(services, caller),
    list: (caller, { body }) => anchors.list(services, caller, body),
    get: (caller, { params }) => anchors.get(services, caller, params.id),
    retry: async (caller, { params }) => (await anchors.retry(services, caller, params.id), null),
  })
