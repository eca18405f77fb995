import { type Clock, clockOf, type Period, periodsOf } from '../../../contract/notarization/clock.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { exceptionsSince } from '../../platform/calendar/deadlines.read.ts'
import type { OrderRecord } from './orders.repo.ts'
import { kindOf, listWay, type TimedStep } from '../rules/orders.types.ts'

/**
 * The period that binds an order now, by its platform's calendar as it stands. `system`: callers may not read the calendar; whoever holds a
 * transaction of the service gives that, and asks for no second connection.
 */
export async function clockNow(
  system: Queryable,
  order: Pick<OrderRecord, 'kind' | 'platformId'>,
  steps: readonly TimedStep[],
  today: string,
): Promise<Clock | null> {
  const kind = factsOfKind(kindOf(order))
  if (!kind.states[steps.at(-1)!.state]!.clock) return null
  const way = listWay(steps)
  return clockOf(kind, way, today, await exceptionsSince(system, order.platformId, way[0]!.day))
}

/** Every period that ran so far. */
export async function periodsNow(
  system: Queryable,
  order: Pick<OrderRecord, 'kind' | 'platformId' | 'today'>,
  steps: readonly TimedStep[],
): Promise<Period[]> {
  const way = listWay(steps)
  const exceptions = await exceptionsSince(system, order.platformId, way[0]!.day)
  return periodsOf(factsOfKind(kindOf(order)), way, order.today, exceptions)
}
