import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { adjust } from '../../../server/payments/ledger/ledger.service.ts'
import { newId, newOrderNumber } from '../../../server/kit/ids.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { BuiltEvidence } from '../../kit/people/factories.ts'
import { newInvoiceNumber, paidOrder } from '../../invoices/invoice-kit.ts'
import type { Of } from './insert-records.ts'
import { canaryOf } from './owners.ts'

/** A paid order that no invoice has, and an invoice of another one; its paper has the content of the evidence. */
export async function buildInvoice(t: TestApp, of: Of, owner: Member, evidence: BuiltEvidence) {
  const { db } = t.services
  const order = await paidOrder(t, owner, 100, of.platformId)
  const [invoice, number, canary] = [newId(), newInvoiceNumber(), canaryOf(owner)]
  const made = { ...of, personId: owner.personId, personName: canary }
  await db.forAccount(of, async (tx) => {
    await tx
      .insertInto('invoice')
      .values({
        ...made,
        id: invoice,
        number: newOrderNumber(),
        amount: 100,
        invoiceType: 'PERSONAL',
        title: canary,
        header: JSON.stringify({
          taxNo: null,
          address: canary,
          phone: null,
          bank: null,
          account: null,
        }) as unknown as Json,
        medium: 'DIGITAL',
        email: `${canary}@example.com`,
        remark: canary,
        isSandbox: false,
      })
      .execute()
    await tx
      .insertInto('invoiceOrder')
      .values({ ...of, invoiceId: invoice, orderId: order, amount: 100 })
      .execute()
    await tx
      .insertInto('invoiceStep')
      .values({ ...made, id: newId(), invoiceId: invoice, attempt: 1, state: 'APPLIED', told: canary, byStaff: false })
      .execute()
  })
  await db.asSystem(async (tx) => {
    await tx
      .insertInto('invoiceSubmission')
      .values({
        ...made,
        id: newId(),
        invoiceId: invoice,
        attempt: 1,
        gateway: 'nuonuo',
        number: newOrderNumber(),
        amount: 100,
        state: 'failed',
        problem: canary,
        staffAccountId: owner.accountId,
        askAt: null,
        endedAt: new Date(),
      })
      .execute()
    for (const state of ['ISSUING', 'ISSUED'])
      await tx.updateTable('invoice').set({ state }).where('id', '=', invoice).execute()
    await tx
      .insertInto('invoicePaper')
      .values({
        ...of,
        invoiceId: invoice,
        attempt: 1,
        number,
        fileName: `${number}.pdf`,
        mediaType: 'application/pdf',
        size: `content of ${evidence.number}`.length,
        sha256: Buffer.from(evidence.sha256, 'hex'),
      })
      .execute()
  })
  const other = await paidOrder(t, owner, 100, of.platformId)
  // Whose balance is not nought cannot leave.
  await db.asSystem((tx) => adjust(tx, { ...owner, id: newId(), purpose: 'correction', amount: -200, reason: '' }))
  return { invoice, paidOrder: other }
}
