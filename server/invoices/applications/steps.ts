import type { InvoiceState } from '../../../contract/invoices/invoices.ts'
import { isStaff } from '../../../contract/kit/rights.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { newId } from '../../kit/ids.ts'
import { announce } from '../../kit/notify/live.ts'

type Way = 'applied' | 'reapplied' | 'withdrawn' | 'taken' | 'issued' | 'filed' | 'refused' | 'mailed' | 'reversed'

const stateOf: Record<Way, InvoiceState> = {
  applied: 'APPLIED',
  reapplied: 'APPLIED',
  withdrawn: 'WITHDRAWN',
  taken: 'ISSUING',
  issued: 'ISSUED',
  filed: 'ISSUED',
  refused: 'REJECTED',
  mailed: 'MAILED',
  reversed: 'REVERSED',
}

export interface Stepped {
  id: string
  number: string
  accountId: string
  platformId: string
  attempt: number
  amount: number
}

/** Tells of a step in the transaction that took it: in the invoice, on the record of acts, and to pages that are open. */
export async function tellStep(
  tx: Tx,
  by: Caller,
  way: Way,
  invoice: Stepped,
  { told = '', reason }: { told?: string; reason?: string } = {},
) {
  const { id, number, accountId, platformId, attempt, amount } = invoice
  await tx
    .insertInto('invoiceStep')
    .values({
      id: newId(),
      invoiceId: id,
      platformId,
      accountId,
      attempt,
      state: stateOf[way],
      reason: reason ?? '',
      told,
      byStaff: isStaff(by.role),
      personId: by.personId,
      personName: by.personName,
    })
    .execute()
  await recordAct(
    tx,
    { ...by, accountId },
    {
      action: `invoice.${way}` satisfies ActionName,
      subjectKind: 'invoice',
      subjectId: id,
      details: { number, amount, attempt },
      ...(reason !== undefined && { reason }),
    },
  )
  await announce(tx, accountId, { topic: 'invoices', id })
}
