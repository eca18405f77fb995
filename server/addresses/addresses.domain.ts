import { defineDomain } from '../kit/work/domain.ts'
import { addressRoutes } from './addresses.routes.ts'
import { divisionRoutes } from './divisions.routes.ts'

/** Where papers are sent, and China's divisions. */
export const addressesDomain = defineDomain({
  name: 'addresses',
  routes: (services) => [addressRoutes(services), divisionRoutes()],
})
