import { defineDomain } from '../kit/work/domain.ts'
import { addressRoutes } from './addresses.routes.ts'
import { divisionRoutes } from './divisions.routes.ts'
import { addressesPersonalData } from './personal-data.ts'

/** Where papers are sent, and China's divisions. */
export const addressesDomain = defineDomain({
  name: 'addresses',
  personalData: addressesPersonalData,
  recordNames: { address: { table: 'address', column: 'name', only: 'owner' } },
  routes: (services) => [addressRoutes(services), divisionRoutes()],
})
