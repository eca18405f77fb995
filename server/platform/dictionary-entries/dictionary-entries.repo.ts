import { sql } from 'kysely'
import type { DictFind, DictItem, DictType } from '../../../contract/platform/dictionary-entries.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'

const columns = ['id', 'type', 'code', 'name', 'nameEn', 'sort', 'parent', 'active', 'version', 'updatedAt'] as const

export function listEntries(db: Queryable, platformId: string, find: DictFind) {
  let some = db.selectFrom('dictionaryEntry').where('platformId', '=', platformId)
  if (find.type) some = some.where('type', '=', find.type)
  if (find.active !== undefined) some = some.where('active', '=', find.active)
  if (find.keyWord)
    some = some.where((e) =>
      e.or((['code', 'name', 'nameEn'] as const).map((c) => e(c, 'ilike', likeWord(find.keyWord!)))),
    )
  return listPage(db, some, (q) => q.select(columns), find, {
    type: 'type',
    sort: 'sort',
    code: 'code',
    name: 'name',
    updatedAt: 'updated_at',
  })
}

export const findEntry = (db: Queryable, platformId: string, id: string) =>
  db
    .selectFrom('dictionaryEntry')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
export type EntryRecord = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Everything of some types, in its order. */
export const entriesOf = (db: Queryable, platformId: string, types: readonly string[]) =>
  db
    .selectFrom('dictionaryEntry')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('type', 'in', types)
    .orderBy('type')
    .orderBy('sort')
    .orderBy('id')
    .execute()

export async function versionOf(db: Queryable, platformId: string, type: DictType): Promise<number> {
  return (
    (
      await db
        .selectFrom('dictionaryType')
        .select('version')
        .where('platformId', '=', platformId)
        .where('type', '=', type)
        .executeTakeFirst()
    )?.version ?? 0
  )
}

/** Whoever saves a type holds it to the end of their transaction; gives its version. */
export async function lockType(tx: Tx, platformId: string, type: DictType): Promise<number> {
  await tx
    .insertInto('dictionaryType')
    .values({ platformId, type })
    .onConflict((c) => c.doNothing())
    .execute()
  return (
    await tx
      .selectFrom('dictionaryType')
      .select('version')
      .where('platformId', '=', platformId)
      .where('type', '=', type)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).version
}

export async function countSave(tx: Tx, platformId: string, type: DictType): Promise<number> {
  return (
    await tx
      .updateTable('dictionaryType')
      .set({ version: sql<number>`version + 1` })
      .where('platformId', '=', platformId)
      .where('type', '=', type)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version
}

/** In one statement, so that parents and children may come in any order. */
export const putEntries = (tx: Tx, platformId: string, type: DictType, entries: (DictItem & { id: string })[]) =>
  tx
    .insertInto('dictionaryEntry')
    .values(entries.map((e) => ({ ...e, platformId, type })))
    .onConflict((c) =>
      c.columns(['platformId', 'type', 'code']).doUpdateSet((e) => ({
        name: e.ref('excluded.name'),
        nameEn: e.ref('excluded.nameEn'),
        sort: e.ref('excluded.sort'),
        parent: e.ref('excluded.parent'),
        active: e.ref('excluded.active'),
        version: sql<number>`dictionary_entry.version + 1`,
        updatedAt: now,
      })),
    )
    .execute()
