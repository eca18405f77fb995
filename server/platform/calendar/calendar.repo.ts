import { sql } from 'kysely'
import type { CalendarFind, CalendarRow } from '../../../contract/platform/calendar.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'

const day = sql<string>`to_char(day, 'YYYY-MM-DD')`
const date = (text: string) => sql<Date>`${text}::date`

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('calendarDay').where('platformId', '=', platformId)

export function listDays(db: Queryable, platformId: string, find: CalendarFind) {
  let some = ofPlatform(db, platformId)
  if (find.year)
    some = some.where('day', '>=', date(`${find.year}-01-01`)).where('day', '<=', date(`${find.year}-12-31`))
  if (find.dayKind) some = some.where('isWorked', '=', find.dayKind === 'worked')
  if (find.keyWord) some = some.where('name', 'ilike', likeWord(find.keyWord))
  return listPage(
    db,
    some,
    (q) => q.select(['id', day.as('day'), 'isWorked', 'name', 'personName', 'createdAt']),
    find,
    {
      id: 'calendar_day.id',
      day: 'calendar_day.day',
    },
  )
}

export const exceptionsFrom = (db: Queryable, platformId: string, first: string) =>
  ofPlatform(db, platformId)
    .select([day.as('day'), 'isWorked'])
    .where('day', '>=', date(first))
    .execute()

export const findDay = (db: Queryable, platformId: string, on: string) =>
  ofPlatform(db, platformId).select(['isWorked', 'name']).where('day', '=', date(on)).executeTakeFirst()

/** Says something of these days, whatever was said before. */
export const putDays = (tx: Tx, { platform, personId, personName }: Caller, rows: readonly CalendarRow[]) =>
  tx
    .insertInto('calendarDay')
    .values(
      rows.map((row) => ({
        id: newId(),
        platformId: platform.id,
        day: date(row.day),
        isWorked: row.dayKind === 'worked',
        name: row.name,
        personId,
        personName,
      })),
    )
    .onConflict((c) =>
      c.constraint('calendar_day_once').doUpdateSet((e) => ({
        isWorked: e.ref('excluded.isWorked'),
        name: e.ref('excluded.name'),
        personId: e.ref('excluded.personId'),
        personName: e.ref('excluded.personName'),
        createdAt: now,
      })),
    )
    .execute()

export const deleteDay = (tx: Tx, platformId: string, id: string) =>
  tx
    .deleteFrom('calendarDay')
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .returning([day.as('day'), 'name'])
    .executeTakeFirst()
