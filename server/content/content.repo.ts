import { sql } from 'kysely'
import type { ContentBody, ContentFind, ContentState, Written } from '../../contract/content/content.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import { now } from '../kit/db/now.ts'

const short = [
  'titleZh',
  'titleEn',
  'summaryZh',
  'summaryEn',
  'picture',
  'link',
  'place',
  'newsType',
  'helpSection',
  'film',
  'video',
  'captionsZh',
  'captionsEn',
  'product',
  'sort',
  'fromAt',
  'untilAt',
] as const
export const written = [...short, 'contentZh', 'contentEn'] as const
const ofItem = [
  'contentItem.id',
  'kind',
  'contentItem.version',
  'shownVersion',
  'publishedAt',
  'createdAt',
  'updatedAt',
] as const

/** By the period of the version that visitors see; a withdrawn one and a draft have none. */
const state = sql<ContentState>`case when status <> 'PUBLISHED' then status else (select case when s.from_at > app_now() then 'PLANNED' when s.until_at <= app_now() then 'ENDED' else 'SHOWN' end from content_version s where s.item_id = content_item.id and s.version = content_item.shown_version) end`

/** Items with the newest of their versions. */
const newest = (db: Queryable, platformId: string) =>
  db
    .selectFrom('contentItem')
    .innerJoin('contentVersion', (join) =>
      join.onRef('itemId', '=', 'contentItem.id').onRef('contentVersion.version', '=', 'contentItem.version'),
    )
    .where('contentItem.platformId', '=', platformId)

export function listItems(db: Queryable, platformId: string, find: ContentFind) {
  let some = newest(db, platformId)
  if (find.kind) some = some.where('kind', '=', find.kind)
  if (find.contentState) some = some.where(state, '=', find.contentState)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e('titleZh', 'ilike', likeWord(find.keyWord!)), e('titleEn', 'ilike', likeWord(find.keyWord!))]),
    )
  return listPage(db, some, (q) => q.select([...ofItem, ...short]).select(state.as('contentState')), find, {
    id: 'content_item.id',
    createdAt: 'content_item.created_at',
    updatedAt: 'content_item.updated_at',
    titleZh: 'content_version.title_zh',
    sort: 'content_version.sort',
  })
}

export const findItem = (db: Queryable, platformId: string, id: string) =>
  newest(db, platformId)
    .select([...ofItem, ...written])
    .select(state.as('contentState'))
    .where('contentItem.id', '=', id)
    .executeTakeFirst()
export type ItemRecord = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** Whoever changes an item waits for whoever is changing it. */
export const lockItem = (tx: Tx, platformId: string, id: string) =>
  tx
    .selectFrom('contentItem')
    .select('id')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertItem = (tx: Tx, platformId: string, id: string, kind: ContentBody['kind']) =>
  tx.insertInto('contentItem').values({ id, platformId, kind }).execute()

export const insertVersion = (
  tx: Tx,
  at: { itemId: string; platformId: string; version: number },
  { kind: _kind, ...fields }: Written,
  pictures: string[],
) =>
  tx
    .insertInto('contentVersion')
    .values({ ...at, ...fields, pictures })
    .execute()

export const setNewest = (tx: Tx, id: string, version: number) =>
  tx.updateTable('contentItem').set({ version, updatedAt: now }).where('id', '=', id).execute()

export const versionsOf = (db: Queryable, itemId: string) =>
  db
    .selectFrom('contentVersion')
    .select(['version', 'savedAt', ...written])
    .where('itemId', '=', itemId)
    .orderBy('version')
    .execute()

export const findVersion = (db: Queryable, itemId: string, version: number) =>
  db
    .selectFrom('contentVersion')
    .select([...written])
    .where('itemId', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst()

export const publish = (tx: Tx, id: string) =>
  tx
    .updateTable('contentItem')
    .set({
      status: 'PUBLISHED',
      shownVersion: sql<number>`version`,
      publishedAt: sql<Date>`case when status = 'PUBLISHED' then published_at else app_now() end`,
    })
    .where('id', '=', id)
    .execute()

export const withdraw = (tx: Tx, id: string) =>
  tx.updateTable('contentItem').set({ status: 'WITHDRAWN' }).where('id', '=', id).execute()

/** Until when it lasts. */
export async function setPreview(tx: Tx, id: string, previewHash: Buffer): Promise<Date> {
  const { previewUntil } = await tx
    .updateTable('contentItem')
    .set({ previewHash, previewUntil: sql<Date>`app_now() + interval '1 hour'` })
    .where('id', '=', id)
    .returning('previewUntil')
    .executeTakeFirstOrThrow()
  return previewUntil!
}

/** Deletes an item with its versions; gives the pictures that nothing names any more. */
export async function removeItem(tx: Tx, platformId: string, id: string): Promise<string[]> {
  // Whoever names one of them meanwhile holds it: what they wrote is seen below.
  await sql`select from uploaded_file where id in (select unnest(pictures) from content_version where item_id = ${id}) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ picture: string }>`
    select distinct p as picture from content_version v, unnest(v.pictures) p
    where v.item_id = ${id} and not exists (
      select from content_version o where o.platform_id = ${platformId} and o.item_id <> ${id} and o.pictures @> array[p])`.execute(
    tx,
  )
  await tx.deleteFrom('contentItem').where('platformId', '=', platformId).where('id', '=', id).execute()
  return rows.map(({ picture }) => picture)
}
