import { sql } from 'kysely'

/** What of an order went back to whoever paid it, or is on its way; of a statement that has `pay_order`. */
export const paidBackOf = sql<number>`coalesce((select sum(payback.amount) from payback where payback.order_id = pay_order.id and payback.state <> 'failed'), 0)::bigint`
export const paidBack = paidBackOf.as('paidBack')
