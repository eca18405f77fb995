import { randomUUID } from 'node:crypto'
import { payOrderCalls } from '../../../../contract/payments/pay-orders.ts'
import type { Visitor } from '../browser.ts'
import { callAs } from '../by-calls.ts'
import { until } from '../until.ts'

/** Tops up by so many fen at the installation's own vendor, and waits until that is known; gives the order's id. */
export async function topUpByCalls(visitor: Visitor, amount: number): Promise<string> {
  const { id, offer } = await callAs(visitor, payOrderCalls.recharge, {
    body: { amount, channel: 'wechat', unique_id: randomUUID() },
  })
  if (!offer || !('qr' in offer)) throw new Error('the vendor offered no code')
  await visitor.context.request.post(offer.qr, { form: { act: 'pay' }, maxRedirects: 0 })
  await until('the payment to be known', async () => {
    const { payState } = await callAs(visitor, payOrderCalls.get, { params: { id } })
    return payState === 'paid' || undefined
  })
  return id
}
