import type { Services } from '../../kit/services.ts'
import { eachAlone } from '../../kit/work/ask-due.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import * as repo from './orders.repo.ts'
import { askVendor } from './orders.service.ts'
import { needsStaff } from './settle.service.ts'

const mostAtOnce = 20

/** Asks vendors about orders that they have said nothing of, and closes those whose time has passed: at the vendor first, then here. */
export async function watchOrders(services: Services, log: WorkLog) {
  const due = await repo.takeDue(services.db, mostAtOnce)
  await eachAlone(
    await Promise.all(
      due.map(async ({ id, expired }) => ({ expired, order: await repo.findOrder(services.db.system, id) })),
    ),
    async ({ expired, order }) => {
      const outcome = await askVendor(services, order, expired && order.state === 'waiting' ? 'close' : 'ask')
      if (needsStaff(outcome))
        log.error({ order: order.number, outcome }, 'an order was paid in a way that staff must look at')
      await services.db.asSystem((tx) => repo.stopAsking(tx, order.id))
    },
    (err, { order }) => log.warn({ err, order: order.number }, 'a vendor could not be asked about an order'),
  )
}
