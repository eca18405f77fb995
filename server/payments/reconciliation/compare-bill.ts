import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import type { BillLine } from '../channels/channel.types.ts'

const rowsAtOnce = 5_000

export interface Day {
  id: string
  platformId: string
  channel: string
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string
}

/** Lines wait in a table of the transaction's own, so that memory does not grow with them and the database compares them. */
export async function readBill(tx: Tx, lines: AsyncIterable<BillLine>) {
  await sql`create temp table bill_line (is_payback boolean not null, number text not null, fen bigint not null) on commit drop`.execute(
    tx,
  )
  let some: BillLine[] = []
  for await (const line of lines) {
    some.push(line)
    if (some.length < rowsAtOnce) continue
    await insert(tx, some)
    some = []
  }
  if (some.length) await insert(tx, some)
  // Without an index it would be read whole for each order; without figures the planner takes it for small.
  await sql`create index on bill_line (number)`.execute(tx)
  await sql`analyze bill_line`.execute(tx)
}

const insert = (tx: Tx, lines: BillLine[]) =>
  sql`insert into bill_line select * from unnest(
    ${lines.map(({ kind }) => kind === 'refund')}::boolean[],
    ${lines.map((line) => (line.kind === 'refund' ? (line.refundNumber ?? line.number) : line.number))}::text[],
    ${lines.map(({ fen }) => fen)}::bigint[])`.execute(tx)

/** What stands here by the numbers that vendors know: payments by their order's, paybacks by their own. */
const ours = ({ platformId, channel }: Day) => sql`(
  select false as is_payback, o.number, o.id as order_id, o.amount, o.state = 'paid' as counts, o.paid_at as at, o.billed_on
    from pay_order o where o.platform_id = ${platformId} and o.channel = ${channel}
  union all
  select true, p.number, p.order_id, p.amount, p.state = 'done', p.ended_at, p.billed_on
    from payback p join pay_order o on o.id = p.order_id where p.platform_id = ${platformId} and o.channel = ${channel})`

/**
 * Compares the lines that were read with what stands here, and writes what came of it. What only the vendor has paid is asked about again, so that it is
 * credited where a notice was lost; what we have of a day's last moments and the vendor has on the next day's bill agrees once that is read.
 */
export async function compareBill(tx: Tx, day: Day) {
  const { id, platformId, channel } = day
  const on = sql`${day.day}::date`
  const [from, to] = [
    sql`(${on})::timestamp at time zone 'Asia/Shanghai'`,
    sql`(${on} + 1)::timestamp at time zone 'Asia/Shanghai'`,
  ]
  await sql`delete from reconciliation_difference where reconciliation_id = ${id}`.execute(tx)
  await sql`update pay_order o set billed_on = ${on} from bill_line l where not l.is_payback and o.number = l.number
    and o.platform_id = ${platformId} and o.channel = ${channel} and o.state = 'paid' and o.amount = l.fen and o.billed_on is distinct from ${on}`.execute(
    tx,
  )
  await sql`update payback p set billed_on = ${on} from bill_line l where l.is_payback and p.number = l.number
    and p.platform_id = ${platformId} and p.state = 'done' and p.amount = l.fen and p.billed_on is distinct from ${on}`.execute(
    tx,
  )
  await sql`
    insert into reconciliation_difference (reconciliation_id, kind, is_payback, number, order_id, ours, theirs)
    select ${id}, case when o.counts then 'other-amount' else 'theirs-only' end, l.is_payback, l.number, o.order_id, case when o.counts then o.amount end, l.fen
    from bill_line l left join ${ours(day)} o on o.is_payback = l.is_payback and o.number = l.number
    where o.counts is not true or o.amount <> l.fen`.execute(tx)
  await sql`
    insert into reconciliation_difference (reconciliation_id, kind, is_payback, number, order_id, ours)
    select ${id}, 'ours-only', o.is_payback, o.number, o.order_id, o.amount from ${ours(day)} o
    where o.counts and o.billed_on is null and o.at >= ${from} and o.at < ${to}
      and not exists (select from bill_line l where l.is_payback = o.is_payback and l.number = o.number)`.execute(tx)
  await sql`update pay_order set ask_at = app_now() where state <> 'paid' and id in
    (select order_id from reconciliation_difference where reconciliation_id = ${id} and kind = 'theirs-only' and not is_payback)`.execute(
    tx,
  )
  await settleEarlier(tx, day)
  await conclude(tx, day)
}

/** What an earlier day had alone and this bill has: the vendor's clock ends its days at another moment than the money came here. */
const settleEarlier = (tx: Tx, { platformId, channel }: Day) =>
  sql`with gone as (
      delete from reconciliation_difference d using reconciliation r, bill_line l
      where d.reconciliation_id = r.id and r.platform_id = ${platformId} and r.channel = ${channel}
        and d.kind = 'ours-only' and d.is_payback = l.is_payback and d.number = l.number and d.ours = l.fen
      returning d.reconciliation_id as id),
    left_over as (select id, count(*)::int as settled from gone group by id)
    update reconciliation r set differences = r.differences - g.settled,
      state = case when r.differences = g.settled then 'agrees' else r.state end,
      cleared_at = case when r.differences = g.settled then null else r.cleared_at end,
      cleared_by = case when r.differences = g.settled then null else r.cleared_by end,
      cleared_name = case when r.differences = g.settled then null else r.cleared_name end
    from left_over g where r.id = g.id`.execute(tx)

/** Staff's word on a day's differences holds while these are as many as they were. */
const conclude = (tx: Tx, { id, platformId, channel }: Day) =>
  sql`update reconciliation r set payments = a.payments, paid = a.paid, paybacks = a.paybacks, paid_back = a.paid_back, differences = d.n,
      state = case when d.n = 0 then 'agrees' else 'differs' end, problem = '', ask_at = null, compared_at = app_now(),
      cleared_at = case when d.n = r.differences and d.n > 0 then r.cleared_at end,
      cleared_by = case when d.n = r.differences and d.n > 0 then r.cleared_by end,
      cleared_name = case when d.n = r.differences and d.n > 0 then r.cleared_name end
    from (select count(*)::int as n from reconciliation_difference where reconciliation_id = ${id}) d,
      (select count(*) filter (where not l.is_payback)::int as payments, coalesce(sum(l.fen) filter (where not l.is_payback), 0)::bigint as paid,
        count(*) filter (where l.is_payback)::int as paybacks, coalesce(sum(l.fen) filter (where l.is_payback), 0)::bigint as paid_back
        from bill_line l join ${ours({ id, platformId, channel, day: '' })} o on o.is_payback = l.is_payback and o.number = l.number and o.counts and o.amount = l.fen) a
    where r.id = ${id}`.execute(tx)
