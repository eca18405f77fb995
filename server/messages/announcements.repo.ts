import { sql } from 'kysely'
import type { z } from 'zod'
import type { AnnouncementBody, AnnouncementFind, AnnouncementState } from '../../contract/messages/announcements.ts'
import type { Page } from '../../contract/kit/page.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'

const texts = ['id', 'titleZh', 'contentZh', 'titleEn', 'contentEn', 'top'] as const
const columns = [...texts, 'fromAt', 'untilAt', 'publishedAt', 'version', 'createdAt', 'updatedAt'] as const

const state = sql<AnnouncementState>`case when status <> 'PUBLISHED' then status when from_at > app_now() then 'PLANNED' when until_at <= app_now() then 'ENDED' else 'SHOWN' end`
/** Since when it can be read. */
const date = sql<Date>`greatest(published_at, from_at)`

const shown = (db: Queryable, platformId: string) =>
  db
    .selectFrom('announcement')
    .where('platformId', '=', platformId)
    .where('status', '=', 'PUBLISHED')
    .where(state, '=', 'SHOWN')

export const countShown = async (db: Queryable, platformId: string) =>
  (
    await shown(db, platformId)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const listShown = (db: Queryable, platformId: string, { pageNum, pageSize }: z.output<typeof Page>) =>
  shown(db, platformId)
    .select([...texts, date.as('date')])
    .orderBy('top', 'desc')
    .orderBy(date, 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()

export const findShown = (db: Queryable, platformId: string, id: string) =>
  shown(db, platformId)
    .select([...texts, date.as('date')])
    .where('id', '=', id)
    .executeTakeFirst()
export type ShownRecord = NonNullable<Awaited<ReturnType<typeof findShown>>>

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('announcement').where('platformId', '=', platformId)

export function listAll(db: Queryable, platformId: string, find: AnnouncementFind) {
  let some = ofPlatform(db, platformId)
  if (find.announcementState) some = some.where(state, '=', find.announcementState)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e('titleZh', 'ilike', likeWord(find.keyWord!)), e('titleEn', 'ilike', likeWord(find.keyWord!))]),
    )
  return listPage(db, some, (q) => q.select(columns).select(state.as('announcementState')), find, {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    titleZh: 'title_zh',
  })
}

export function findOne(db: Queryable, platformId: string, id: string, { lock = false } = {}) {
  const one = ofPlatform(db, platformId).select(columns).select(state.as('announcementState')).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type AnnouncementRecord = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const insert = (tx: Tx, platformId: string, id: string, body: AnnouncementBody) =>
  tx
    .insertInto('announcement')
    .values({ ...body, id, platformId })
    .execute()

export async function save(tx: Tx, id: string, body: AnnouncementBody): Promise<number> {
  const saved = await tx
    .updateTable('announcement')
    .set({ ...body, version: sql<number>`version + 1`, updatedAt: now })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return saved.version
}

export const publish = (tx: Tx, id: string) =>
  tx.updateTable('announcement').set({ status: 'PUBLISHED', publishedAt: now }).where('id', '=', id).execute()
export const withdraw = (tx: Tx, id: string) =>
  tx.updateTable('announcement').set({ status: 'WITHDRAWN' }).where('id', '=', id).execute()
export const pin = (tx: Tx, id: string, top: boolean) =>
  tx.updateTable('announcement').set({ top }).where('id', '=', id).execute()
export const remove = (tx: Tx, id: string) => tx.deleteFrom('announcement').where('id', '=', id).execute()
