import { offerCalls, packageCalls } from '../../../contract/payments/packages.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as offers from './offers.service.ts'
import * as packages from './packages.service.ts'

export const packageRoutes = (services: Services) =>
  implement(packageCalls, {
    offers: (caller) => offers.onSale(services, caller),
    price: (caller, { body }) => packages.price(services, caller, body.bizId),
    buy: (caller, { body }) => packages.buy(services, caller, body),
    list: (caller, { query }) => packages.list(services, caller, query),
    get: (caller, { params }) => packages.get(services, caller, params.id),
    uses: (caller, { params }) => packages.uses(services, caller, params.id),
  })

export const offerRoutes = (services: Services) =>
  implement(offerCalls, {
    list: (caller, { query }) => offers.list(services, caller, query),
    add: (caller, { body }) => offers.add(services, caller, body),
    async sell(caller, { params, body }) {
      await offers.sell(services, caller, params.id, body.onSale)
      return null
    },
  })
