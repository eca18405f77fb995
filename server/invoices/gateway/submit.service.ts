import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { isForGateway, isToIssue, requireInvoice, requireSum, takeIn } from '../applications/staff-invoices.service.ts'
import { tellAct } from '../applications/steps.ts'
import { gatewayOf } from './gateways.ts'
import * as repo from './submissions.repo.ts'

/** Nothing is sent here: the number by which it will be stands first. */
export const submit = ({ db, config }: Services, caller: Caller, id: string) =>
  db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id, 'hold')
    const gateway = gatewayOf(config, caller.platform.notaryId)
    if (!gateway || !isForGateway(invoice)) throw new AppError('gateway-closed')
    if (!isToIssue(invoice)) throw new AppError('wrong-state')
    if (invoice.state === 'APPLIED') await takeIn(tx, caller, invoice)
    await requireSum(tx, invoice)
    const { attempt, platformId, accountId, amount } = invoice
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('invoiceSubmission')
      .values({
        id: newId(),
        invoiceId: id,
        attempt,
        platformId,
        accountId,
        gateway: gateway.name,
        number: newOrderNumber(),
        amount,
        personId: caller.personId,
        personName: caller.personName,
        staffAccountId: caller.accountId,
      })
      .onConflict((c) => c.column('invoiceId').where('state', '=', 'sending').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw new AppError('gateway-busy')
    await tellAct(tx, caller, 'submitted', invoice)
  })

export const stop = ({ db }: Services, caller: Caller, id: string, reason: string) =>
  db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id)
    const open = await repo.findOpen(tx, id)
    if (!open) throw new AppError('wrong-state')
    if (!open.mayStop) throw new AppError('gateway-waiting')
    if (!(await repo.end(tx, open.id, 'stopped', { trouble: 'stopped', problem: reason })))
      throw new AppError('wrong-state')
    await tellAct(tx, caller, 'stopped', invoice, reason)
  })
