import { sql } from 'kysely'
import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { eachRow, inBatches } from '../../kit/work/each-row.ts'
import { calendarVersion } from '../../platform/calendar/deadlines.read.ts'
import { clockNow } from './deadlines.ts'
import { lockAny } from './orders.repo.ts'
import { kindOf } from '../rules/orders.types.ts'
import { stepsOf } from './steps.repo.ts'
import { expireStep } from './take-step.service.ts'
import { tellOffice } from './tell-step.ts'

const batch = 100

/** Takes the step that follows from a time that has passed; where somebody was quicker there is none to take. */
export const lapseOrders = (services: Services) => eachRow(dueOrders(services), (id) => lapseOne(services, id))

const dueOrders = ({ db }: Services) =>
  inBatches(async (after) => {
    const { rows } = await sql<{ id: string }>`
      select id from judicial_order where lapses_at <= app_now() and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${batch}`.execute(db.system)
    return rows.map(({ id }) => id)
  }, batch)

const lapseOne = (services: Services, id: string) =>
  services.db.asSystem(async (tx) => {
    const order = await lockAny(tx, id)
    const lapses = order && factsOfKind(kindOf(order)).states[order.state]!.lapses
    if (order && lapses && (await isDue(tx, id))) await expireStep(services, tx, order, lapses.step as OrderStep)
  })

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
 * each day that it was told of.
 */
export const watchDeadlines = (services: Services) =>
  eachRow(runningOrders(services), (id) => services.db.asSystem((tx) => watchOne(services, tx, id)))

const runningOrders = ({ db }: Services) =>
  inBatches(async (after) => {
    const { rows } = await sql<{ id: string }>`
      select id from judicial_order where due_on is not null and (${after}::uuid is null or id > ${after}::uuid)
        and (due_on <= (app_now() at time zone 'Asia/Shanghai')::date + 14
          or calendar_seen is distinct from (select version from calendar_change c where c.platform_id = judicial_order.platform_id))
      order by id limit ${batch}`.execute(db.system)
    return rows.map(({ id }) => id)
  }, batch)

async function watchOne(services: Services, tx: Tx, id: string) {
  const order = await lockAny(tx, id)
  if (!order) return
  // Before its days: what changes in between is looked at again.
  const calendarSeen = await calendarVersion(tx, order.platformId)
  const clock = await clockNow(tx, order, await stepsOf(tx, id), order.today)
  if (!clock?.dueOn) return
  const { dueOn } = clock
  const { rows } = await sql<{ soon: boolean; late: boolean }>`
    update judicial_order set due_on = ${dueOn}::date, calendar_seen = ${calendarSeen} where id = ${id}
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
