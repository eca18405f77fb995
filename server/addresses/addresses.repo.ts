import type { Selectable } from 'kysely'
import type { AddressFind } from '../../contract/addresses/addresses.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'

export const columns = [
  'id',
  'name',
  'phone',
  'provinceCode',
  'provinceName',
  'cityCode',
  'cityName',
  'regionCode',
  'regionName',
  'detail',
  'postcode',
  'tag',
  'isDefault',
  'version',
  'createdAt',
  'updatedAt',
] as const
export type AddressRecord = Pick<Selectable<DB['address']>, (typeof columns)[number]>
const sortColumns = { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' }

export function listAddresses(tx: AccountTx, accountId: string, find: AddressFind) {
  let some = tx.selectFrom('address').where('accountId', '=', accountId)
  if (find.provinceCode) some = some.where('provinceCode', '=', find.provinceCode)
  if (find.keyWord)
    some = some.where((e) =>
      e.or(
        (['name', 'phone', 'detail', 'regionName', 'tag'] as const).map((column) =>
          e(column, 'ilike', likeWord(find.keyWord!)),
        ),
      ),
    )
  return listPage(tx, some, (q) => q.select(columns), find, sortColumns)
}
