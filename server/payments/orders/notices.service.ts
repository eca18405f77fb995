import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { channelsOf } from '../channels/channels.service.ts'
import type { PayChannel, PayChannelName } from '../channels/channel.types.ts'
import { ForgedNotice } from '../channels/failure.types.ts'
import * as repo from './orders.repo.ts'
import { takeRefund } from '../paybacks/send-paybacks.ts'
import { needsStaff, take } from './settle.service.ts'

/** How a vendor is answered. */
export type NoticeAnswer = PayChannel['taken']

interface Given {
  channel: PayChannelName
  platform: { id: string; notaryId: string }
  headers: IncomingHttpHeaders
  body: Buffer
}

const refused: NoticeAnswer = { status: 401, type: 'text/plain', body: 'refused' }
const unknown: NoticeAnswer = { status: 404, type: 'text/plain', body: 'unknown' }

/**
 * A vendor's notice: believed by its signature alone, kept as it came, applied once, and answered after the commit. What fails on our side is
 * answered as a failure, so that the vendor comes again.
 */
export async function takeNotice(services: Services, log: WorkLog, given: Given): Promise<NoticeAnswer> {
  const { platform } = given
  const channel = channelsOf(services.config, platform.notaryId)[given.channel]
  if (!channel) return unknown
  let notice
  try {
    notice = channel.readNotice(given.headers, given.body)
  } catch (error) {
    if (!(error instanceof ForgedNotice)) throw error
    // Nothing of it is written: anybody may send such.
    if (error.why !== 'probe') log.warn({ channel: given.channel, why: error.why }, 'a notice of payment was refused')
    return refused
  }
  const { number, id: eventId, state, refund } = notice
  const order = await repo.findOfVendor(services.db.system, platform.id, given.channel, number)
  const outcome = await services.db.asSystem(async (tx) => {
    // Of what is not ours nothing is kept.
    if (!order) return 'unknown-order'
    const id = newId()
    const kept = { id, platformId: platform.id, channel: given.channel, eventId, orderNumber: number }
    if (!(await repo.keepNotice(tx, { ...kept, body: given.body }))) return 'again'
    const led =
      (refund && (await takeRefund(services, tx, order.id, refund))) ?? (await take(services, tx, order, state))
    await repo.nameOutcome(tx, id, led)
    return led
  })
  if (needsStaff(outcome))
    log.error({ channel: given.channel, order: number, outcome }, 'a notice of payment that staff must look at')
  return channel.taken
}
