import { sql } from 'kysely'
import { eraseBy, ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'

export const addressesPersonalData: PersonalData = {
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
}
