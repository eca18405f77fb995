import type { Payback, PaybackState } from '../../../contract/payments/staff-orders.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { insertAdjustment } from '../adjustments/adjustments.repo.ts'
import { recordMoney } from '../adjustments/record-money.ts'
import { requireStaffOrder } from '../orders/staff-orders.service.ts'
import * as repo from './paybacks.repo.ts'

/** Nothing moves yet: another person decides, where balance changes are decided. */
export async function ask(
  { db }: Services,
  caller: Caller,
  orderId: string,
  { amount, reason }: { amount: number; reason: string },
) {
  const id = newId()
  await db.asSystem(async (tx) => {
    const { accountId, number, channel } = await requireStaffOrder(tx, caller, orderId)
    if (channel === 'bank') throw new AppError('transfer-back')
    if (amount > (await repo.payableBack(tx, orderId))) throw new AppError('refund-too-much')
    const change = { id, purpose: 'payback', amount: -amount, reference: number }
    await insertAdjustment(tx, caller, { ...change, accountId, orderId, reason })
    await recordMoney(tx, caller, accountId, { action: 'money.asked', details: change, reason })
  })
  return { id }
}

/** All that was asked for of an order, the newest first. */
export async function ofOrder({ db }: Services, caller: Caller, orderId: string) {
  await requireStaffOrder(db.system, caller, orderId)
  const rows = await repo.listOfOrder(db.system, orderId)
  const list = rows.map(({ state, sent, amount, createdAt, endedAt, vendorCode, ...row }): Payback => ({
    ...row,
    amount: -amount,
    paybackState: (sent ?? state) as PaybackState,
    vendorCode: vendorCode ?? '',
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
  return { list }
}
