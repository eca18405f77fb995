import { sql } from 'kysely'
import type { AccountTx } from '../../kit/db/db.ts'

export interface MonthRecord {
  month: string
  /** The month's transfers are those behind the first number up to the last: without gaps, whatever moment each is of. */
  after: number
  upTo: number
  opening: number
  closing: number
  received: number
  spent: number
  lines: number
  isProvisional: boolean
}

/** How long after its end a month may still get a transfer that was begun before. */
const settling = sql`interval '10 minutes'`
/** Ten years. */
const mostMonths = 120

const change = sql`case when t.credit in ('prepaid', 'promotional') then t.amount else -t.amount end`
/** What things cost; all else is money that comes and goes by itself. */
const ofThings = sql`purpose in ('reserve', 'release', 'refund')`

/**
 * Months of an account's bill, the newest first. Numbers follow the order in which transfers changed the wallet, so a month ends with the last number that is of
 * it, and the next begins behind that: opening and closing are what the wallet had there, and no line is in two months or in none. A month without lines closes as it
 * opens.
 */
export async function listMonths(tx: AccountTx, accountId: string, wanted?: string): Promise<MonthRecord[]> {
  const { rows } = await sql<MonthRecord>`
    with lines as (
      select t.number, ${change} as change, ${ofThings} as of_things, to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month
      from ledger_transfer t where t.account_id = ${accountId} and purpose <> 'post'),
    months as (
      select to_char(m, 'YYYY-MM') as month from generate_series(
        ((select min(month) from lines) || '-01')::timestamp, date_trunc('month', app_now() at time zone 'Asia/Shanghai'), interval '1 month') m),
    ends as (select month, max(max(number)) over (order by month) as up_to from months full join lines using (month) group by month),
    spans as (select month, up_to, coalesce(lag(up_to) over (order by month), 0) as after from ends),
    chosen as (select * from spans where ${wanted ?? null}::text is null or month = ${wanted ?? null} order by month desc limit ${mostMonths})
    select c.month, c.after, c.up_to as "upTo",
      coalesce((select balance_after from ledger_transfer where account_id = ${accountId} and number = c.after), 0)::bigint as opening,
      (select balance_after from ledger_transfer where account_id = ${accountId} and number = c.up_to)::bigint as closing,
      coalesce(sum(l.change) filter (where not l.of_things), 0)::bigint as received,
      coalesce(-sum(l.change) filter (where l.of_things), 0)::bigint as spent,
      count(l.number)::int as lines,
      app_now() < ((c.month || '-01')::timestamp + interval '1 month') at time zone 'Asia/Shanghai' + ${settling} as "isProvisional"
    from chosen c left join lines l on l.number > c.after and l.number <= c.up_to
    group by c.month, c.after, c.up_to order by c.month desc`.execute(tx)
  return rows
}

export interface LineRecord {
  number: number
  at: Date
  purpose: string
  amount: number
  balanceAfter: number
  product: string | null
  subject: string | null
  person: string | null
  reason: string
}

/** So many lines of a month behind a number, in the order of their numbers. They are never changed, so pages fit together. */
export async function linesAfter(
  tx: AccountTx,
  accountId: string,
  { after, upTo }: Pick<MonthRecord, 'after' | 'upTo'>,
  most: number,
): Promise<LineRecord[]> {
  const { rows } = await sql<LineRecord>`
    select t.number, t.created_at as at, t.purpose, ${change} as amount,
      t.balance_after as "balanceAfter", c.product, coalesce(c.subject_number, o.number) as subject, coalesce(c.person_name, o.person_name) as person, t.reason
    from ledger_transfer t left join charge c on c.id = t.charge_id left join pay_order o on t.subject_kind = 'pay-order' and o.id = t.subject_id
    where t.account_id = ${accountId} and t.number > ${after} and t.number <= ${upTo} and t.purpose <> 'post'
    order by t.number limit ${most}`.execute(tx)
  return rows
}

/** Whether the wallet is what its last transfer left, none is missing before that, and nothing stops it. */
export async function agrees(tx: AccountTx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ agrees: boolean }>`
    select w.stopped_at is null and w.prepaid + w.promotional = coalesce(t.balance_after, 0)
      and w.transfers = (select count(*) from ledger_transfer c where c.account_id = w.account_id) as agrees
    from wallet w left join ledger_transfer t on t.account_id = w.account_id and t.number = w.transfers where w.account_id = ${accountId}`.execute(
    tx,
  )
  return rows[0]!.agrees
}
