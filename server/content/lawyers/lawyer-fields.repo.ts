import { sql } from 'kysely'
import type { LawyerFieldBody, LawyerFieldFind } from '../../../contract/content/directory.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

const columns = ['id', 'fieldZh', 'fieldEn', 'sort', 'version', 'createdAt', 'updatedAt'] as const
const lawyers = sql<number>`(select count(*)::int from lawyer_practice p where p.field_id = lawyer_field.id)`

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('lawyerField').where('platformId', '=', platformId)

export function listFields(db: Queryable, platformId: string, find: LawyerFieldFind) {
  let some = ofPlatform(db, platformId)
  if (find.keyWord) some = some.where(sql<boolean>`concat_ws(' ', field_zh, field_en) ilike ${likeWord(find.keyWord)}`)
  return listPage(db, some, (q) => q.select(columns).select(lawyers.as('lawyers')), find, {
    sort: 'sort',
    fieldZh: 'field_zh',
    createdAt: 'created_at',
  })
}

export function findField(db: Queryable, platformId: string, id: string, { lock = false } = {}) {
  const one = ofPlatform(db, platformId).select(columns).select(lawyers.as('lawyers')).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type FieldRecord = NonNullable<Awaited<ReturnType<typeof findField>>>

export const insertField = (tx: Tx, platformId: string, id: string, field: LawyerFieldBody) =>
  tx
    .insertInto('lawyerField')
    .values({ ...field, id, platformId })
    .execute()

export async function saveField(tx: Tx, id: string, field: LawyerFieldBody): Promise<number> {
  const saved = await tx
    .updateTable('lawyerField')
    .set({ ...field, version: sql<number>`version + 1`, updatedAt: now })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return saved.version
}

export const removeField = (tx: Tx, id: string) => tx.deleteFrom('lawyerField').where('id', '=', id).execute()
