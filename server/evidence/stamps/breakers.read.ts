import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

export function breakersOf(db: Queryable, ids: string[]) {
  return db
    .selectFrom('timestampProvider')
    .selectAll()
    .select(sql<boolean>`coalesce(open_until > app_now(), false)`.as('isOpen'))
    .where('id', 'in', ids)
    .execute()
}
