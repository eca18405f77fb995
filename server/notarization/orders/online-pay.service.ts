import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { type PayChannelName, type PayOrder, rechargeBounds } from '../../../contract/payments/pay-orders.ts'
import type { OnlinePayBody } from '../../../contract/notarization/notarization-calls.ts'
import { callerOfMembership } from '../../accounts/members/memberships.service.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { feePaidQueue } from '../../payments/orders/fee-paid.queue.ts'
import { type FeePayment, findFeePayment, findWaitingFor } from '../../payments/orders/orders.read.ts'
import { recharge } from '../../payments/orders/orders.service.ts'
import { platformById } from '../../platform/platform.service.ts'
import { mayTake } from '../rules/may-take.ts'
import { findOwn, lockOwn, type OrderRecord } from './orders.repo.ts'
import { asApplicant, required } from './orders.service.ts'
import { kindOf } from '../rules/orders.types.ts'
import { takeStep } from './take-step.service.ts'

/** The step that somebody may take now to pay a fee that is set; undefined where none is. */
function payStep(caller: Caller, order: OrderRecord): OrderStep | undefined {
  const viewer = asApplicant(caller)
  const [name] =
    Object.entries(factsOfKind(kindOf(order)).steps).find(
      ([, step]) => step.money === 'hold' && !step.charges && step.from.includes(order.state) && mayTake(viewer, step),
    ) ?? []
  return name as OrderStep | undefined
}

/**
 * A code or a page of a vendor for the fee of an order. The fee stays as it is while the order waits for it, so what is paid is what is asked; the same code
 * is shown as long as it can be paid.
 */
export async function payOnline(
  services: Services,
  caller: Caller,
  { orderId, channel, scene }: OnlinePayBody & { channel: PayChannelName },
): Promise<PayOrder> {
  const { order, waiting } = await services.db.forAccount(caller, async (tx) => ({
    order: required(await findOwn(tx, caller, orderId)),
    waiting: await findWaitingFor(tx, caller.accountId, { paysFor: orderId, channel, scene }),
  }))
  if (!payStep(caller, order) || !order.fee) throw new AppError('wrong-state')
  const { least, most } = rechargeBounds
  if (order.fee > most)
    throw badFields({
      path: 'channel',
      key: 'recharge',
      params: { least: formatMoney(least), most: formatMoney(most) },
    })
  const unique_id = waiting?.uniqueId ?? newId()
  return recharge(services, caller, { amount: order.fee, channel, scene, unique_id }, orderId)
}

/**
 * Takes the step that pays a fee once its money is there, for whoever began to pay. Where the order went on or ended meanwhile, or they may not pay any more,
 * nothing is taken: the money is in the account's balance, as they were told. Safe to repeat.
 */
export async function takePaidFee(services: Services, log: WorkLog, job: { jobId: string; id: string }) {
  const paid = await findFeePayment(services.db.system, job.id)
  const caller = await payerOf(services, paid)
  await services.db
    .asSystem(async (tx) => {
      if (caller && paid.paysFor) await payFee(services, tx, caller, paid.paysFor)
      await services.jobs.complete(tx, feePaidQueue, job.jobId)
    })
    .catch((error: unknown) => {
      // Somebody else spent it, or their budget does not allow it.
      if (!(error instanceof AppError)) throw error
      log.warn({ order: paid.number, code: error.code }, 'a fee that was paid online could not be taken')
    })
}

async function payFee(services: Services, tx: Tx, caller: Caller, orderId: string) {
  const order = await lockOwn(tx, caller, orderId)
  const name = order && payStep(caller, order)
  if (order && name) await takeStep(services, tx, caller, { side: 'applicant', order, name, body: {} })
}

/** Whoever began to pay, as long as they act in the account. */
async function payerOf(services: Services, { platformId, accountId, personId }: FeePayment) {
  const membership = await services.db.system
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['membership.id', 'person.lang'])
    .where('membership.accountId', '=', accountId)
    .where('membership.personId', '=', personId)
    .executeTakeFirst()
  if (!membership) return undefined
  const { id, notaryId, name } = await platformById(services.db.system, platformId)
  const lang = membership.lang === 'en' ? 'en' : 'zh-CN'
  const visitor = { platform: { id, notaryId, name }, lang, ip: '', userAgent: '', requestId: newId() } as const
  return callerOfMembership(services.db, visitor, membership.id)
}
