import { sql } from 'kysely'
import type { Services } from '../../kit/services.ts'
import type { WorkLog } from '../../kit/work/domain.ts'

/** Which transfers are added up: those since the last check, or all that there ever were. */
export type Reach = 'new' | 'all'

/**
 * Adds up the books of accounts and compares them with their wallets and with what charges hold, and units of packages with what they paid for. An account whose books differ spends nothing until they
 * agree again, every transfer counted: a wrong balance is believed by nobody, and nothing is guessed. Gives the accounts that differ.
 */
export async function checkBooks({ db }: Services, log: WorkLog, reach: Reach): Promise<string[]> {
  const { rows } = await compare(reach).execute(db.system)
  const differing = rows.filter((r) => !r.right).map((r) => r.account)
  for (const accountId of differing)
    log.error({ accountId }, 'the books of an account do not agree with its wallet: its spending is stopped')
  return differing
}

const books = ['prepaid', 'promotional', 'reserved_prepaid', 'reserved_promotional'] as const
const refs = (of: string) => sql.join(books.map((book) => sql.ref(`${of}.${book}`)))

/** One statement, and so one moment: what is under way beside it is seen whole or not at all. */
function compare(reach: Reach) {
  const [all, isNew] = [sql.lit(reach === 'all'), sql.lit(reach === 'new')]
  const sums = books.map(
    (book) =>
      sql`(d.${sql.ref(book)} + coalesce(sum(t.amount * ((t.credit = ${book})::int - (t.debit = ${book})::int)), 0))::bigint as ${sql.ref(book)}`,
  )
  const begun = sql.join(
    books.map((book) => sql`case when counted then c.${sql.ref(book)} else 0 end as ${sql.ref(book)}`),
  )
  return sql<{ account: string; right: boolean }>`
    with due as (
      select w.account_id, case when counted then c.transfers else 0 end as transfers, ${begun}
      from wallet w left join wallet_check c using (account_id), lateral (select ${isNew} and w.stopped_at is null and c is not null as counted) how
      where ${all} or w.transfers <> coalesce(c.transfers, 0) or w.stopped_at is not null),
    summed as (
      select d.account_id, d.transfers + count(t.id) as transfers, ${sql.join(sums)}
      from due d left join ledger_transfer t on t.account_id = d.account_id and t.number > d.transfers
      group by d.account_id, d.transfers, ${refs('d')}),
    held as (
      select account_id, sum(prepaid) as prepaid, sum(promotional) as promotional
      from charge where state = 'reserved' and account_id in (select account_id from due) group by account_id),
    counted as (
      select p.account_id, bool_and(p.held = coalesce(c.held, 0) and p.used = coalesce(c.used, 0)) as right
      from package p left join (
        select package_id, coalesce(sum(quantity) filter (where state = 'reserved'), 0) as held, coalesce(sum(posted_units - refunded_units), 0) as used
        from charge where package_id is not null and account_id in (select account_id from due) group by package_id) c on c.package_id = p.id
      where p.account_id in (select account_id from due) group by p.account_id),
    judged as (
      select s.*, w.stopped_at is not null as stopped,
        (w.transfers, ${refs('w')}) = (s.transfers, ${refs('s')}) and (w.reserved_prepaid, w.reserved_promotional) = (coalesce(h.prepaid, 0), coalesce(h.promotional, 0)) and coalesce(u.right, true) as right
      from summed s join wallet w using (account_id) left join held h using (account_id) left join counted u using (account_id)),
    stopped as (
      update wallet set stopped_at = case when j.right then null else app_now() end
      from judged j where wallet.account_id = j.account_id and j.right = j.stopped),
    kept as (
      insert into wallet_check as k (account_id, transfers, ${sql.join(books.map((b) => sql.ref(b)))}, checked_at)
      select account_id, transfers, ${refs('j')}, app_now() from judged j where j.right
      on conflict (account_id) do update set transfers = excluded.transfers, ${sql.join(books.map((b) => sql`${sql.ref(b)} = excluded.${sql.ref(b)}`))}, checked_at = excluded.checked_at
      where k.transfers < excluded.transfers)
    select account_id as account, "right" from judged`
}
