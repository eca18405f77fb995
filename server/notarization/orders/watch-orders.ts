import { sql } from 'kysely'
import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import type { ErrorLog } from '../../kit/work/domain.ts'
import { clockNow } from './deadlines.ts'
import { lockAny } from './orders.repo.ts'
import { kindOf } from '../rules/orders.types.ts'
import { stepsOf } from './steps.repo.ts'
import { expireStep } from './take-step.service.ts'
import { tellOffice } from './tell-step.ts'

const batch = 100

/** Takes the step that follows from a time that has passed; where somebody was quicker there is none to take. */
export async function lapseOrders(services: Services) {
  const due = await services.db.system
    .selectFrom('judicialOrder')
    .select('id')
    .where('lapsesAt', '<=', sql<Date>`app_now()`)
    .orderBy('lapsesAt')
    .limit(batch)
    .execute()
  for (const { id } of due)
    await services.db.asSystem(async (tx) => {
      const order = await lockAny(tx, id)
      const lapses = order && factsOfKind(kindOf(order)).states[order.state]!.lapses
      if (order && lapses && (await isDue(tx, id))) await expireStep(services, tx, order, lapses.step as OrderStep)
    })
}

const isDue = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('judicialOrder')
    .select('id')
    .where('id', '=', id)
    .where('lapsesAt', '<=', sql<Date>`app_now()`)
    .executeTakeFirst()) !== undefined

/** Working days before the end of a period at which its office is told. */
const soonDays = 3

/**
 * Computes the last days of running periods anew, for the calendar may have changed, and tells offices of those that end soon or have passed: once for
 * each day that it was told of. One that fails keeps none of the others waiting.
 */
export async function watchDeadlines(services: Services, log: ErrorLog) {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select id from judicial_order where due_on is not null and (${after} = '' or id > ${after || null}::uuid)
        and (due_on <= (app_now() at time zone 'Asia/Shanghai')::date + 14 or exists (
          select from calendar_day d where d.platform_id = judicial_order.platform_id and d.created_at > app_now() - interval '2 hours'))
      order by id limit ${batch}`.execute(services.db.system)
    for (const { id } of rows)
      await services.db
        .asSystem((tx) => watchOne(services, tx, id))
        .catch((err: unknown) => log.error({ err, order: id }, 'a period of an order'))
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}

async function watchOne(services: Services, tx: Tx, id: string) {
  const order = await lockAny(tx, id)
  if (!order) return
  const clock = await clockNow(tx, order, await stepsOf(tx, id), order.today)
  if (!clock?.dueOn) return
  const { dueOn } = clock
  const { rows } = await sql<{ soon: boolean; late: boolean }>`
    update judicial_order set due_on = ${dueOn}::date where id = ${id}
    returning told_soon is distinct from ${dueOn}::date as soon, told_late is distinct from ${dueOn}::date as late`.execute(
    tx,
  )
  const [told] = rows
  const isLate = dueOn < order.today
  if (isLate && told!.late) {
    await tx
      .updateTable('judicialOrder')
      .set({ toldLate: sql<Date>`${dueOn}::date` })
      .where('id', '=', id)
      .execute()
    await tellOffice(services, tx, order, 'orderLate', { day: dueOn })
  } else if (!isLate && clock.days - clock.used <= soonDays && told!.soon) {
    await tx
      .updateTable('judicialOrder')
      .set({ toldSoon: sql<Date>`${dueOn}::date` })
      .where('id', '=', id)
      .execute()
    await tellOffice(services, tx, order, 'orderDue', { day: dueOn })
  }
}
