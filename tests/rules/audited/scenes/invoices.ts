import { addressCalls } from '../../../../contract/addresses/addresses.ts'
import { headerCalls } from '../../../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../../../contract/kit/call.ts'
import { formOf } from '../../../kit/pictures.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { pdf } from '../../../kit/invoice-files.ts'
import { issueAs, newInvoiceNumber, paidOrder } from '../../../invoices/invoice-kit.ts'
import { place } from '../../matrix/records.ts'
import { act, reason, type Scenes, type Stage } from '../stage.ts'

export function invoiceScenes({ t, owner, operator, must, bytes }: Stage): Scenes {
  const wish = async () => ({
    headerId: (await must(headerCalls.create, { body: { headType: 'PERSONAL', title: newId() } }, owner)).id,
    email: 'books@example.com',
  })
  async function onPaper() {
    const body = { name: '收件人', phone: '13912345678', ...place, detail: `某路 ${newId()}` }
    return { medium: 'PAPER', addressId: (await must(addressCalls.create, { body }, owner)).id } as const
  }
  const order = async () => ({ orderIds: [await paidOrder(t, owner)] })
  const paidForReal = async () => ({ orderIds: [await paidOrder(t, owner, 100, t.platformId, 'alipay')] })
  const submit = (id: string) => must(staffInvoiceCalls.submit, { params: { id } }, operator)
  const applied = async (more = {}) =>
    must(invoiceCalls.apply, { body: { ...(await wish()), ...(await order()), ...more } }, owner)
  const take = (id: string) => must(staffInvoiceCalls.take, { params: { id } }, operator)
  const refuse = (id: string) => must(staffInvoiceCalls.refuse, { params: { id }, body: { reason } }, operator)
  async function taken(more = {}) {
    const made = await applied(more)
    await take(made.id)
    return made
  }
  async function issue(id: string, number: Record<string, string> = { invoiceNumber: newInvoiceNumber() }) {
    const reply = await issueAs(t, operator, id, number, pdf)
    if (!reply.success) throw new Error(JSON.stringify(reply))
  }
  async function issued(more = {}) {
    const made = await taken(more)
    await issue(made.id)
    return made
  }
  async function issueBySheet({ applyNo, amount }: { applyNo: string; amount: number }) {
    const invoiceNumber = newInvoiceNumber()
    const rows = [{ applyNo, amount, invoiceNumber }]
    const { list } = await must(staffInvoiceCalls.issueMany, { body: { rows } }, operator)
    if (list[0]!.outcome !== 'new') throw new Error(JSON.stringify(list))
    return invoiceNumber
  }
  return {
    'invoices.apply': act(
      async () => ({ ...(await wish()), ...(await order()) }),
      (body) => must(invoiceCalls.apply, { body }, owner),
    ),
    'invoices.reapply': act(
      async () => {
        const { id } = await applied()
        await refuse(id)
        return { id, body: await wish() }
      },
      ({ id, body }) => must(invoiceCalls.reapply, { params: { id }, body }, owner),
    ),
    'invoices.withdraw': act(applied, ({ id }) => must(invoiceCalls.withdraw, { params: { id } }, owner)),
    'invoices.file': act(issued, ({ id }) => bytes(invoiceCalls.file, { id }, {}, owner)),
    'staffInvoices.take': act(applied, ({ id }) => take(id)),
    'staffInvoices.submit': act(
      async () => applied(await paidForReal()),
      ({ id }) => submit(id),
    ),
    'staffInvoices.stop': act(
      async () => {
        const made = await applied(await paidForReal())
        await submit(made.id)
        await t.services.db.system
          .updateTable('invoiceSubmission')
          .set({ problem: 'amount: 1' })
          .where('invoiceId', '=', made.id)
          .execute()
        return made
      },
      ({ id }) => must(staffInvoiceCalls.stop, { params: { id }, body: { reason } }, operator),
    ),
    'staffInvoices.issue': act(taken, ({ id }) => issue(id)),
    'staffInvoices.issueMany': act(applied, (made) => issueBySheet(made)),
    'staffInvoices.addFile': act(
      async () => issueBySheet(await applied()),
      async (number) => {
        const form = formOf({ file: pdf, name: `${number}.pdf` }, operator.token)
        const reply = await t.inject({ method: 'POST', url: pathOf(staffInvoiceCalls.addFile), ...form })
        if (!reply.json<{ success: boolean }>().success) throw new Error(reply.body)
      },
    ),
    'staffInvoices.refuse': act(applied, ({ id }) => refuse(id)),
    'staffInvoices.mail': act(
      async () => issued(await onPaper()),
      ({ id }) =>
        must(
          staffInvoiceCalls.mail,
          { params: { id }, body: { carrier: '顺丰', trackingNumber: 'SF1234567890' } },
          operator,
        ),
    ),
    'staffInvoices.reverse': act(issued, ({ id }) =>
      must(staffInvoiceCalls.reverse, { params: { id }, body: { reason } }, operator),
    ),
    'staffInvoices.file': act(issued, ({ id }) => bytes(staffInvoiceCalls.file, { id }, {}, operator)),
  }
}
