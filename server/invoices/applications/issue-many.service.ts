import { type InvoiceState, isIssued } from '../../../contract/invoices/invoices.ts'
import { IssueRow } from '../../../contract/invoices/staff-invoices.ts'
import type { ImportRows } from '../../../contract/kit/bulk.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { importEach } from '../../kit/calls/import-each.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './invoices.repo.ts'
import { issueIn, takeIn } from './staff-invoices.service.ts'

/** What accounting issued, from a sheet: each row as if staff had accepted and entered it alone. */
export const issueMany = (services: Services, caller: Caller, body: ImportRows) =>
  importEach(services, caller, body, IssueRow, (tx, row) => issueRow(services, tx, caller, row).catch(named))

async function issueRow(services: Services, tx: Tx, caller: Caller, row: IssueRow): Promise<'new' | 'exists'> {
  const { invoiceNumber: number, invoiceCode: code } = row
  const invoice = await repo.lockByNumber(tx, caller.platform.id, row.applyNo)
  if (!invoice) throw badFields({ path: 'applyNo', key: 'invoiceUnknown' })
  const { id, attempt, title, amount } = invoice
  if (row.amount !== amount)
    throw badFields({ path: 'amount', key: 'invoiceAmount', params: { amount: formatMoney(amount) } })
  if (row.title !== null && row.title !== title)
    throw badFields({ path: 'title', key: 'invoiceTitle', params: { title } })
  const state = invoice.state as InvoiceState
  if (isIssued(state)) {
    const paper = await repo.findPaper(tx, id, attempt)
    if (paper?.number === number && paper.code === code) return 'exists'
  }
  if (state === 'APPLIED') await takeIn(tx, caller, invoice)
  else if (state !== 'ISSUING') throw badFields({ path: 'applyNo', key: 'invoiceState' })
  await issueIn(services, tx, caller, invoice, { number, code })
  return 'new'
}

/** What an invoice alone refuses as a whole is a problem of its row. */
function named(error: unknown): never {
  if (isDuplicate(error, 'invoice_paper_once')) throw badFields({ path: 'invoiceNumber', key: 'duplicate' })
  if (error instanceof AppError && error.code === 'invoice-sum-changed')
    throw badFields({ path: 'amount', key: 'invoiceSum' })
  if (error instanceof AppError && ['wrong-state', 'gateway-busy'].includes(error.code))
    throw badFields({ path: 'applyNo', key: 'invoiceState' })
  throw error
}
