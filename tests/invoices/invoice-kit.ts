import { pathOf } from '../../contract/kit/call.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { newId, newOrderNumber } from '../../server/kit/ids.ts'
import { settle } from '../../server/payments/orders/orders.repo.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { formOf } from '../kit/pictures.ts'

/** A top-up that its vendor says is paid; gives its id. */
export async function paidOrder(
  { services: { db }, platformId }: TestApp,
  owner: Member,
  amount = 100,
  of = platformId,
  channel: 'wechat' | 'alipay' = 'wechat',
) {
  const id = newId()
  await db.forAccount(owner, (tx) =>
    tx
      .insertInto('payOrder')
      .values({
        id,
        number: newOrderNumber(),
        platformId: of,
        accountId: owner.accountId,
        personId: owner.personId,
        personName: owner.name,
        purpose: 'recharge',
        amount,
        channel,
        scene: 'qr',
        expiresAt: new Date(Date.now() + 3_600_000),
        uniqueId: id,
      })
      .execute(),
  )
  await db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: amount }))
  return id
}

/** That its vendor gave it back afterwards. */
export const giveBack = ({ services: { db } }: TestApp, id: string, amount: number) =>
  db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: amount, returned: true }))

/** Of twenty digits, each another one. */
let numbers = 25_350_000_000_000
export const newInvoiceNumber = () => `2535${String(++numbers).padStart(16, '0')}`

/** Enters what the tax office issued. */
export async function issueAs(t: TestApp, staff: Member, id: string, fields: Record<string, string>, file?: Buffer) {
  const reply = await t.inject({
    method: 'POST',
    url: pathOf(staffInvoiceCalls.issue, { id }),
    ...formOf({ ...fields, ...(file && { file }) }, staff.token),
  })
  return reply.json<{
    success: boolean
    errorCode?: string
    data: { fields?: { path: string; key: string }[] } | null
  }>()
}
