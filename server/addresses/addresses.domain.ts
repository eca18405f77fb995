import { sql } from 'kysely'
import { eraseBy, ofAccounts } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { addressRoutes } from './addresses.routes.ts'
import { divisionRoutes } from './divisions.routes.ts'

/** Where papers are sent, and China's divisions. */
export const addressesDomain = defineDomain({
  name: 'addresses',
  personalData: {
    sections: [
      {
        name: 'addresses',
        order: 230,
        ofOwner: true,
        tables: ['address'],
        shown: ['name', 'phone', 'provinceName', 'cityName', 'regionName', 'detail'],
        query: (of) =>
          sql`select name, phone, province_name, city_name, region_name, region_code, detail, postcode, tag, is_default, created_at, updated_at from address where ${ofAccounts('account_id', of)} order by created_at desc`,
      },
    ],
    erase: eraseBy(({ owned }) => [sql`delete from address where account_id = ${anyOf(owned)}`]),
  },
  recordNames: { address: { table: 'address', column: 'name', only: 'owner' } },
  routes: (services) => [addressRoutes(services), divisionRoutes()],
})
