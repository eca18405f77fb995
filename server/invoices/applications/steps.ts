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

/** A tax gateway, which does what one of staff asked it for. */
export interface GatewayActor {
  system: true
  platform: { id: string }
  personId: string
  personName: string
}

/** Tells of a step in the transaction that took it: in the invoice, on the record of acts, and to pages that are open. */
export async function tellStep(
  tx: Tx,
  by: Caller | GatewayActor,
  way: Way,
  invoice: Stepped,
  { told = '', reason }: { told?: string; reason?: string } = {},
) {
  const { id, accountId, platformId, attempt } = invoice
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
      byStaff: 'system' in by || isStaff(by.role),
      personId: by.personId,
      personName: by.personName,
    })
    .execute()
  await tellAct(tx, by, way, invoice, reason)
}

/** What its applicant does not read as a step of its own, too: on the record of acts, and to pages that are open. */
export async function tellAct(
  tx: Tx,
  by: Caller | GatewayActor,
  way: Way | 'submitted' | 'failed' | 'stopped',
  { id, number, accountId, amount, attempt }: Stepped,
  reason?: string,
) {
  await recordAct(tx, 'system' in by ? { system: true, platform: by.platform, accountId } : { ...by, accountId }, {
    action: `invoice.${way}` satisfies ActionName,
    subjectKind: 'invoice',
    subjectId: id,
    details: { number, amount, attempt },
    ...(reason !== undefined && { reason }),
  })
  await announce(tx, accountId, { topic: 'invoices', id })
}
