import type { Selectable } from 'kysely'
import type { HeaderFind } from '../../contract/invoices/headers.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { listPage } from '../kit/db/list-page.ts'
import { likeWord } from '../kit/db/like-word.ts'
import type { DB } from '../kit/db/schema.ts'

export const columns = [
  'id',
  'headType',
  'title',
  'taxNo',
  'address',
  'phone',
  'bank',
  'account',
  'isDefault',
  'version',
  'createdAt',
  'updatedAt',
] as const
export type HeaderRecord = Pick<Selectable<DB['invoiceHeader']>, (typeof columns)[number]>
const sortColumns = { title: 'title', headType: 'head_type', createdAt: 'created_at', updatedAt: 'updated_at' }

export function listHeaders(tx: AccountTx, accountId: string, find: HeaderFind) {
  let some = tx.selectFrom('invoiceHeader').where('accountId', '=', accountId)
  if (find.headType) some = some.where('headType', '=', find.headType)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e('title', 'ilike', likeWord(find.keyWord!)), e('taxNo', 'ilike', likeWord(find.keyWord!))]),
    )
  return listPage(tx, some, (q) => q.select(columns), find, sortColumns)
}
