import { sql } from 'kysely'
import { factsOfKind, isSettled, orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import type { Queryable } from '../../kit/db/db.ts'

const settled = orderKindNames.flatMap((kind) =>
  Object.keys(factsOfKind(kind).states).flatMap((state) => (isSettled(kind, state) ? [{ kind, state }] : [])),
)

/** Whether an order `o` was handed in and something of it has to follow. */
export const isOpenOrder = sql<boolean>`o.submitted_at is not null
  and (o.kind, o.state) not in (${sql.join(settled.map(({ kind, state }) => sql`(${kind}, ${state})`))})`

/** Orders that accounts asked for or answer, were handed in and of which something has to follow, by account. */
export async function openOrdersOf(db: Queryable, accounts: readonly string[]) {
  const { rows } = await sql<{ accountId: string; accountName: string; count: number }>`
    select a.id as account_id, a.name as account_name, count(*)::int as count
    from judicial_order o join account a on a.id in (o.account_id, o.office_id)
    where a.id = any(${accounts}::uuid[]) and ${isOpenOrder}
    group by a.id, a.name`.execute(db)
  return rows
}
