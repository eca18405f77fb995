import { sql } from 'kysely'
import type { ContentKind } from '../../contract/content/kinds.ts'
import type { Queryable } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { tokenHash } from '../kit/ids.ts'

/** What is asked for: of a platform, one kind, with what a preview's secret adds. */
export interface Seen {
  platformId: string
  kind: ContentKind
  preview?: string | undefined
}

/** Since when it can be read; of one that is only previewed, since when it stands there. */
const date = sql<Date>`greatest(published_at, from_at, content_item.created_at)`

const byPreview = (preview: string | undefined) =>
  preview
    ? sql<boolean>`coalesce(preview_hash = ${tokenHash(preview)} and preview_until > app_now(), false)`
    : sql<boolean>`false`

/** Versions that visitors see now. Who has a preview's secret sees the newest version of its item in place of that. */
function seen(db: Queryable, { platformId, kind, preview }: Seen) {
  return db
    .selectFrom('contentItem')
    .innerJoin('contentVersion', 'itemId', 'contentItem.id')
    .where('contentItem.platformId', '=', platformId)
    .where('kind', '=', kind)
    .where(
      sql<boolean>`case when ${byPreview(preview)} then content_version.version = content_item.version
      else status = 'PUBLISHED' and content_version.version = shown_version
        and (from_at is null or from_at <= app_now()) and (until_at is null or until_at > app_now()) end`,
    )
}

const short = [
  'contentItem.id',
  'titleZh',
  'titleEn',
  'summaryZh',
  'summaryEn',
  'picture',
  'link',
  'product',
  'newsType',
  'helpSection',
  'film',
  'video',
  'captionsZh',
  'captionsEn',
  'sort',
  'fromAt',
  'untilAt',
] as const

/** In the order that staff gave them. */
export const listInOrder = (db: Queryable, what: Seen, { place }: { place?: string } = {}) =>
  seen(db, what)
    .$if(place !== undefined, (q) => q.where('place', '=', place!))
    .select(short)
    .orderBy('sort')
    .orderBy(date, 'desc')
    .orderBy('contentItem.id')
    .limit(100)
    .execute()

/** With their texts, in the order that staff gave them; those that have a word in either language where one is asked for. */
export const listTexts = (db: Queryable, what: Seen, keyWord: string | undefined) =>
  seen(db, what)
    .$if(!!keyWord, (q) => {
      const word = likeWord(keyWord!)
      return q.where(
        sql<boolean>`concat_ws(' ', title_zh, title_en, replace(replace(replace(replace(regexp_replace(concat_ws(' ', content_zh, content_en), '<[^>]*>', '', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')) ilike ${word}`,
      )
    })
    .select([...short, 'contentZh', 'contentEn'])
    .orderBy('sort')
    .orderBy('contentItem.id')
    .limit(200)
    .execute()

export interface NewsWanted {
  type?: string | undefined
  keyWord?: string | undefined
  pageNum: number
  pageSize: number
}

function someNews(db: Queryable, platformId: string, { type, keyWord }: Pick<NewsWanted, 'type' | 'keyWord'>) {
  let some = seen(db, { platformId, kind: 'NEWS' })
  if (type) some = some.where('newsType', '=', type)
  if (keyWord)
    some = some.where(
      sql<boolean>`concat_ws(' ', title_zh, title_en, summary_zh, summary_en) ilike ${likeWord(keyWord)}`,
    )
  return some
}

/** The newest first. */
export const listNews = (db: Queryable, platformId: string, wanted: NewsWanted) =>
  someNews(db, platformId, wanted)
    .select(short)
    .select(date.as('date'))
    .orderBy(date, 'desc')
    .orderBy('contentItem.id', 'desc')
    .limit(wanted.pageSize)
    .offset((wanted.pageNum - 1) * wanted.pageSize)
    .execute()

export const countNews = async (db: Queryable, platformId: string, wanted: Pick<NewsWanted, 'type' | 'keyWord'>) =>
  (
    await someNews(db, platformId, wanted)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

export const findNews = (db: Queryable, platformId: string, id: string, preview: string | undefined) =>
  seen(db, { platformId, kind: 'NEWS', preview })
    .where('contentItem.id', '=', id)
    .select([...short, 'contentZh', 'contentEn', 'contentVersion.savedAt'])
    .select([date.as('date'), sql<string>`(${date})::text`.as('exactDate')])
    .executeTakeFirst()

/** The one before and the one after a moment of the list of news. */
export async function neighbours(db: Queryable, platformId: string, at: { exactDate: string; id: string }) {
  const behind = sql<boolean>`(${date}, content_item.id) < (${at.exactDate}::timestamptz, ${at.id}::uuid)`
  const ahead = sql<boolean>`(${date}, content_item.id) > (${at.exactDate}::timestamptz, ${at.id}::uuid)`
  const news = () => seen(db, { platformId, kind: 'NEWS' }).select(['contentItem.id', 'titleZh', 'titleEn'])
  const [prev, next] = await Promise.all([
    news().where(behind).orderBy(date, 'desc').orderBy('contentItem.id', 'desc').limit(1).executeTakeFirst(),
    news().where(ahead).orderBy(date).orderBy('contentItem.id').limit(1).executeTakeFirst(),
  ])
  return { prev, next }
}

/** Articles for the map of the site, and when each was saved. */
export const newsAddresses = (db: Queryable, platformId: string) =>
  seen(db, { platformId, kind: 'NEWS' })
    .select(['contentItem.id', 'contentVersion.savedAt'])
    .orderBy(date, 'desc')
    .limit(5_000)
    .execute()

/** The newest activity in force that this person has not put away. */
export const findActivity = (db: Queryable, what: Omit<Seen, 'kind'>, personId: string | undefined) =>
  seen(db, { ...what, kind: 'ACTIVITY' })
    .$if(personId !== undefined, (q) =>
      q.where(
        sql<boolean>`(${byPreview(what.preview)} or not exists (select from content_hidden h where h.item_id = content_item.id and h.person_id = ${personId}))`,
      ),
    )
    .select(short)
    .$if(!!what.preview, (q) => q.orderBy(byPreview(what.preview), 'desc'))
    .orderBy('sort')
    .orderBy(date, 'desc')
    .limit(1)
    .executeTakeFirst()
