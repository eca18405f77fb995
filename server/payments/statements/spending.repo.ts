import { sql } from 'kysely'
import { mostPeople } from '../../../contract/payments/statements.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { fenLeft } from '../ledger/fen-left.ts'

const month = sql`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** From the first of so many calendar months of Asia/Shanghai on, this one counted. */
const since = (months: number) =>
  sql`(date_trunc('month', app_now() at time zone 'Asia/Shanghai') - make_interval(months => ${months - 1})) at time zone 'Asia/Shanghai'`

const posted = (accountId: string, months: number) =>
  sql`from charge where account_id = ${accountId} and state = 'posted' and created_at >= ${since(months)}`

export async function spentByMonth(tx: AccountTx, accountId: string, months: number) {
  const { rows } = await sql<{ month: string; product: string; spent: number; count: number }>`
    select ${month} as month, product, sum(${fenLeft})::bigint as spent, sum(quantity)::int as count ${posted(accountId, months)}
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Whoever spent most first; one row without a name for all behind the last that is told of. */
export async function spentByPerson(tx: AccountTx, accountId: string, months: number) {
  const { rows } = await sql<{ name: string | null; spent: number }>`
    with people as (
      select person_id, (array_agg(person_name order by created_at desc))[1] as name, sum(${fenLeft})::bigint as spent ${posted(accountId, months)}
      group by person_id having sum(${fenLeft}) > 0),
    ranked as (select *, least(row_number() over (order by spent desc, person_id), ${mostPeople + 1}) as rank from people)
    select case when rank <= ${mostPeople} then max(name) end as name, sum(spent)::bigint as spent from ranked group by rank order by rank`.execute(
    tx,
  )
  return rows
}

/** The calendar months themselves, the oldest first. */
export async function monthsUntilNow(tx: AccountTx, months: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month from generate_series(
      date_trunc('month', app_now() at time zone 'Asia/Shanghai') - make_interval(months => ${months - 1}),
      date_trunc('month', app_now() at time zone 'Asia/Shanghai'), interval '1 month') m order by m`.execute(tx)
  return rows.map((row) => row.month)
}
