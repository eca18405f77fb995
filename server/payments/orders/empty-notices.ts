import { sql } from 'kysely'
import type { Services } from '../../kit/services.ts'

/** Days: vendors take disputes about a payment for a year. */
const kept = 400
const mostAtOnce = 1_000

/** Empties what vendors told of payers once nobody can dispute it any more. */
export const emptyNotices = async ({ db }: Services) => {
  await sql`
    update pay_notice set body = '' where id in (
      select id from pay_notice where body <> '' and received_at < app_now() - make_interval(days => ${kept})
      order by received_at limit ${mostAtOnce} for update skip locked)`.execute(db.system)
}
