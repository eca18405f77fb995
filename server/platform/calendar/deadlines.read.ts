import { afterWorkingDays } from '../../../contract/kit/working-days.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { shanghaiDay } from '../../kit/shanghai-time.ts'
import { exceptionsFrom } from './calendar.repo.ts'

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
  const rows = await exceptionsFrom(db, platformId, first)
  const exceptions = new Map(rows.map(({ day, isWorked }) => [day, isWorked]))
  return days.map((day) => afterWorkingDays(day, count, exceptions))
}
