import { formatMoney } from '../../../contract/kit/money.ts'
import { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import type { Tx } from '../../kit/db/db.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { eachAlone, takeDueToAsk } from '../../kit/work/ask-due.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { platformById } from '../../platform/platform.service.ts'
import type { PayChannel, RefundState } from '../channels/channel.types.ts'
import { channelOf, noticeUrlOf } from '../channels/channels.service.ts'
import { ChannelFailure } from '../channels/failure.types.ts'
import { announceWallet } from '../ledger/ledger.service.ts'
import * as repo from './paybacks.repo.ts'

const mostAtOnce = 20
/** Seconds from one time to the next. */
const waits = [30, 120, 600, 3_600]

/** Tells vendors what they are to pay back, and asks about what they have not said. */
export async function sendPaybacks(services: Services, log: WorkLog) {
  const due = await takeDueToAsk(services.db, 'payback', waits, mostAtOnce)
  await eachAlone(
    await Promise.all(due.map((id) => repo.findPayback(services.db.system, id))),
    (payback) => send(services, log, payback),
    // It is tried again by the same number.
    (err, { number }) => log.warn({ err, payback: number }, 'a vendor could not be told what it is to pay back'),
  )
}

async function send(services: Services, log: WorkLog, payback: repo.PaybackRecord) {
  const platform = await platformById(services.db.system, payback.platformId)
  const name = PayChannelName.parse(payback.channel)
  const channel = channelOf(services.config, platform.notaryId, name)
  const state = await stateOf(channel, payback, noticeUrlOf(services.config, platform, name))
  if (state.needsStaff) {
    await repo.keepCode(services.db, payback.id, 'ABNORMAL')
    log.error({ payback: payback.number }, 'a payback waits for staff to act at its vendor')
  }
  await services.db.asSystem((tx) => takeState(services, tx, payback, state))
}

type Told = RefundState & { code?: string }

/** A vendor that refuses, and knows of no such payback, has not paid it and never will by this number. */
async function stateOf(channel: PayChannel, payback: repo.PaybackRecord, noticeUrl: string): Promise<Told> {
  const { number: refundNumber, orderNumber: number, amount: fen, ofAmount: ofFen, reason } = payback
  if (payback.asked > 1) {
    const known = await channel.askRefund(number, refundNumber)
    if (known.state !== 'unknown') return known
  }
  try {
    return await channel.refund({ number, refundNumber, fen, ofFen, reason, noticeUrl })
  } catch (error) {
    if (!(error instanceof ChannelFailure && error.kind === 'business')) throw error
    const known = await channel.askRefund(number, refundNumber)
    return known.state === 'unknown' ? { state: 'failed', code: error.code } : known
  }
}

/** What a notice tells of a payback of ours; undefined of any other, which staff of the platform made at the vendor. */
export async function takeRefund(services: Services, tx: Tx, orderId: string, refund: Told & { number: string }) {
  const payback = await repo.findOfVendor(tx, orderId, refund.number)
  if (!payback) return undefined
  await takeState(services, tx, payback, refund)
  return refund.state === 'done' ? ('paid-back' as const) : ('waiting' as const)
}

/** What a vendor says of a payback, whoever asked or was told, and in whatever order it comes. */
async function takeState(
  services: Services,
  tx: Tx,
  { id, accountId, platformId, amount, orderNumber }: repo.PaybackRecord,
  { state, vendorNumber, code }: Told,
) {
  if (state !== 'done' && state !== 'failed') return
  const isDone = state === 'done'
  const ended = await repo.end(tx, id, { isDone, vendorNumber, ...(code && { vendorCode: code }) })
  if (!ended) return
  await announceWallet(tx, accountId)
  const personId = isDone ? undefined : await ownerOf(tx, accountId)
  if (personId)
    await tell(tx, services.jobs, {
      kind: 'balanceAdded',
      platformId,
      personId,
      accountId,
      params: { amount: formatMoney(amount), why: orderNumber },
    })
}
