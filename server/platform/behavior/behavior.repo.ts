import { sql } from 'kysely'
import type { CountedEvent } from '../../../contract/platform/behavior.ts'
import type { Database } from '../../kit/db/db.ts'

const today = sql`(app_now() at time zone 'Asia/Shanghai')::date`

/** Two years can be compared; what is older is dropped. */
const keptDays = 730

export async function countUse(db: Database, platformId: string, page: string, event: CountedEvent) {
  await sql`
    insert into behavior_count (platform_id, day, page, event, count)
    values (${platformId}, ${today}, ${page}, ${event}, 1)
    on conflict (platform_id, day, page, event) do update set count = behavior_count.count + 1`.execute(db.system)
}

export async function sweepUse(db: Database) {
  await sql`delete from behavior_count where day < ${today} - ${sql.lit(keptDays)}`.execute(db.system)
}
