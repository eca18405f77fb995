import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** Years in which periods of orders end and of which a platform's calendar says nothing: they are counted by weekdays alone. */
export async function unknownYears(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from o.due_on)::int as year from judicial_order o
    where o.due_on is not null and not exists (
      select from calendar_day d where d.platform_id = o.platform_id and extract(year from d.day) = extract(year from o.due_on))
    order by 1`.execute(db)
  return rows.map(({ year }) => year)
}
