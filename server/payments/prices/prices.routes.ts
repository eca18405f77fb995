import { priceCalls } from '../../../contract/payments/prices.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as prices from './prices.service.ts'

export const priceRoutes = (services: Services) =>
  implement(priceCalls, {
    quote: (caller, { body }) => prices.quote(services, caller, body),
    current: ({ platform }, { query }) => prices.current(services, platform, query.product && [query.product]),
    some: ({ platform }, { body }) => prices.current(services, platform, body.products),
    one: ({ platform }, { body }) => prices.one(services, platform, body.product),
    versions: (caller, { query }) => prices.versions(services, caller, query),
    add: (caller, { body }) => prices.add(services, caller, body),
    remove: async (caller, { params }) => (await prices.remove(services, caller, params.id), null),
  })
