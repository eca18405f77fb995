import { afterWorkingDays, type Exceptions } from '../../../contract/kit/working-days.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { exceptionsFrom } from './calendar.repo.ts'

/** Days from this one on that are otherwise than their weekday says, by the platform's calendar. */
export const exceptionsSince = async (db: Queryable, platformId: string, first: string): Promise<Exceptions> =>
  new Map((await exceptionsFrom(db, platformId, first)).map(({ day, isWorked }) => [day, isWorked]))

/** The number of changes of the platform's calendar; null where there was none. */
export async function calendarVersion(db: Queryable, platformId: string): Promise<number | null> {
  const found = await db
    .selectFrom('calendarChange')
    .select('version')
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return found?.version ?? null
}

/** The last day of so many working days from each of these on, by the platform's calendar, in their order. */
export async function lastDays(
  db: Queryable,
  platformId: string,
  begun: readonly Date[],
  count: number,
): Promise<string[]> {
  const days = begun.map(shanghaiDay)
  const [first] = days.toSorted()
  if (first === undefined) return []
  const exceptions = await exceptionsSince(db, platformId, first)
  return days.map((day) => afterWorkingDays(day, count, exceptions))
}
