import { sql } from 'kysely'
import type { LawyersWanted } from '../../../contract/content/lawyers.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { practises } from './lawyers.repo.ts'

/** Those that visitors see. */
const shown = (db: Queryable, platformId: string) =>
  db.selectFrom('lawyer').where('lawyer.platformId', '=', platformId).where('lawyer.shown', '=', true)

type Filters = Pick<LawyersWanted, 'cityId' | 'fid' | 'keyWord'>

function some(db: Queryable, platformId: string, { cityId, fid, keyWord }: Filters) {
  let found = shown(db, platformId)
  if (cityId) found = found.where('cityCode', '=', cityId)
  if (fid) found = found.where(practises(fid))
  if (keyWord) found = found.where(sql<boolean>`concat_ws(' ', name, firm) ilike ${likeWord(keyWord)}`)
  return found
}

export interface Practice {
  id: string
  fieldZh: string
  fieldEn: string | null
}

const columns = ['lawyer.id', 'name', 'portrait', 'firm', 'cityCode', 'licenceNo'] as const
const years = sql<number>`greatest(0, extract(year from app_now() at time zone 'Asia/Shanghai')::int - since_year)`
const practice = sql<
  Practice[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'fieldZh', f.field_zh, 'fieldEn', f.field_en) order by f.sort, f.id)
  from lawyer_practice p join lawyer_field f on f.id = p.field_id where p.lawyer_id = lawyer.id), '[]')`

export const listShown = (db: Queryable, platformId: string, wanted: LawyersWanted) =>
  some(db, platformId, wanted)
    .select(columns)
    .select([years.as('years'), practice.as('practice')])
    .orderBy('sort')
    .orderBy('lawyer.id')
    .limit(wanted.pageSize)
    .offset((wanted.pageNum - 1) * wanted.pageSize)
    .execute()
export type ShownRecord = Awaited<ReturnType<typeof listShown>>[number]

export const countShown = async (db: Queryable, platformId: string, wanted: Filters) =>
  (
    await some(db, platformId, wanted)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const findShown = (db: Queryable, platformId: string, id: string) =>
  shown(db, platformId)
    .select(columns)
    .select(['intro', 'cases', 'phone', 'mail'])
    .select([years.as('years'), practice.as('practice')])
    .where('lawyer.id', '=', id)
    .executeTakeFirst()

export const isShown = async (db: Queryable, platformId: string, id: string) =>
  (await shown(db, platformId).select('lawyer.id').where('lawyer.id', '=', id).executeTakeFirst()) !== undefined

export const fieldsWithCounts = (db: Queryable, platformId: string) =>
  db
    .selectFrom('lawyerField')
    .select(['id', 'fieldZh', 'fieldEn'])
    .select(
      sql<number>`(select count(*)::int from lawyer_practice p join lawyer l on l.id = p.lawyer_id where p.field_id = lawyer_field.id and l.shown)`.as(
        'count',
      ),
    )
    .where('platformId', '=', platformId)
    .orderBy('sort')
    .orderBy('id')
    .execute()

export const isField = async (db: Queryable, platformId: string, id: string) =>
  (await db
    .selectFrom('lawyerField')
    .select('id')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

export const citiesWithCounts = (db: Queryable, platformId: string) =>
  shown(db, platformId)
    .select('cityCode')
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy('cityCode')
    .orderBy('cityCode')
    .execute()
