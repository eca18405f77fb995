import type { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import type { Services } from '../../kit/services.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { eachRow } from '../../kit/work/each-row.ts'
import { platformById } from '../../platform/platform.service.ts'
import type { BillLine, PayChannel } from '../channels/channel.types.ts'
import { channelOf, channelsOf } from '../channels/channels.service.ts'
import { ChannelFailure } from '../channels/failure.types.ts'
import { compareBill, readBill } from './compare-bill.ts'
import * as repo from './reconciliation.repo.ts'

export interface WantedDay {
  platformId: string
  channel: PayChannelName
  day: string
}

/** Compares a vendor's bill of a day with what stands here; throws the channel's failure where there is none yet. Gives the id of its row. */
export async function reconcile({ db }: Services, channel: PayChannel, wanted: WantedDay): Promise<string> {
  // Nothing is locked while the vendor makes its bill: all of it is here before its first line is told.
  const lines = channel.bill(wanted.day)[Symbol.asyncIterator]()
  const first = await lines.next()
  try {
    return await db.asSystem(async (tx) => {
      const id = await repo.lockDay(tx, wanted)
      await readBill(tx, after(first, lines))
      await compareBill(tx, { ...wanted, id })
      return id
    })
  } finally {
    await lines.return?.()
  }
}

async function* after(first: IteratorResult<BillLine>, rest: AsyncIterator<BillLine>): AsyncGenerator<BillLine> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

const mostAtOnce = 4

/** Bills of days that are over. A sandbox forgets its orders with every start: its days are compared when staff ask for it. */
export async function reconcileDays(services: Services, log: WorkLog) {
  const platforms = await services.db.system.selectFrom('platform').select(['id', 'notaryId']).execute()
  for (const { id: platformId, notaryId } of platforms)
    for (const [channel, { isSandbox }] of Object.entries(channelsOf(services.config, notaryId)))
      if (!isSandbox) await repo.beginDays(services.db, { platformId, channel })
  await eachRow(await repo.takeDue(services.db, mostAtOnce), async ({ id, ...due }) => {
    const wanted = { ...due, channel: due.channel as PayChannelName }
    try {
      const { notaryId } = await platformById(services.db.system, wanted.platformId)
      await reconcile(services, channelOf(services.config, notaryId, wanted.channel), wanted)
    } catch (error) {
      // It is asked for again at its next time.
      log.warn({ err: error, channel: due.channel, day: due.day }, 'a vendor’s bill could not be compared')
      if (error instanceof ChannelFailure) await repo.keepProblem(services.db, id, error.code || error.kind)
    }
  })
}
