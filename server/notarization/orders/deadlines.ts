import { type Clock, clockOf } from '../../../contract/notarization/clock.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { shanghaiDay } from '../../kit/shanghai-time.ts'
import { exceptionsSince } from '../../platform/calendar/deadlines.read.ts'
import { kindOf, type OrderRecord, type StepRecord } from './orders.repo.ts'

/**
 * The period that binds an order now, by its platform's calendar as it stands. `system`: callers may not read the calendar; whoever holds a
 * transaction of the service gives that, and asks for no second connection.
 */
export async function clockNow(
  system: Queryable,
  order: Pick<OrderRecord, 'kind' | 'platformId'>,
  steps: readonly Pick<StepRecord, 'state' | 'createdAt' | 'extra'>[],
  today: string,
): Promise<Clock | null> {
  const kind = factsOfKind(kindOf(order))
  if (!kind.states[steps.at(-1)!.state]!.clock) return null
  const way = steps.map(({ state, createdAt, extra }) => ({ state, extra, day: shanghaiDay(createdAt) }))
  return clockOf(kind, way, today, await exceptionsSince(system, order.platformId, way[0]!.day))
}
