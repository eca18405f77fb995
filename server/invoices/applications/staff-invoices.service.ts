import { Readable } from 'node:stream'
import { InvoiceState } from '../../../contract/invoices/invoices.ts'
import {
  GatewayState,
  GatewayTrouble,
  type IssueBody,
  type MailBody,
  type StaffInvoiceFind,
} from '../../../contract/invoices/staff-invoices.ts'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { MessageKind } from '../../../contract/messages/messages.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable, type Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { readerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import { gatewayOf } from '../gateway/gateways.ts'
import * as repo from './invoices.repo.ts'
import { judgePaper, paperName, paperReply } from './paper.ts'
import { allShown, detailOf } from './shown.ts'
import { type GatewayActor, tellStep } from './steps.ts'

export type Found = NonNullable<Awaited<ReturnType<typeof repo.findOfPlatform>>>

/** Gateways issue digital invoices, for what was paid with money. */
export const isForGateway = ({ medium, isSandbox }: Found) => medium === 'DIGITAL' && !isSandbox
export const isToIssue = ({ state }: Found) => ['APPLIED', 'ISSUING'].includes(state)

const ofStaff =
  ({ config }: Services, { platform }: Caller) =>
  (row: Found) => ({
    accountId: row.accountId,
    accountName: row.accountName,
    gatewayState: GatewayState.nullable().parse(row.gatewayState),
    gatewayTrouble: GatewayTrouble.nullable().parse(row.gatewayTrouble),
    gatewayDetail: row.gatewayDetail ?? '',
    mayStopGateway: row.mayStopGateway ?? false,
    takesGateway:
      isForGateway(row) && isToIssue(row) && row.gatewayState !== 'sending' && !!gatewayOf(config, platform.notaryId),
  })

export async function list(services: Services, caller: Caller, find: StaffInvoiceFind) {
  const { system } = services.db
  const { rows, ...rest } = await repo.listOfPlatform(system, caller.platform.id, find)
  return { list: await allShown(system, rows, ofStaff(services, caller)), ...rest }
}

/** `hold`: it stays as it is until the transaction ends. */
export async function requireInvoice(db: Queryable, { platform }: Caller, id: string, hold?: 'hold'): Promise<Found> {
  const found = await (hold ? repo.lockOfPlatform : repo.findOfPlatform)(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export async function get(services: Services, caller: Caller, id: string) {
  const { system } = services.db
  const [invoice] = await allShown(system, [await requireInvoice(system, caller, id)], ofStaff(services, caller))
  return { ...invoice!, ...(await detailOf(services, caller.platform, system, id, true)) }
}

async function move(tx: Tx, invoice: Found, from: InvoiceState[], to: InvoiceState, reason?: string) {
  if (!(await repo.move(tx, invoice.id, from, to, reason))) throw new AppError('wrong-state')
}

/** From here on its applicant cannot take it back. */
export const take = ({ db }: Services, caller: Caller, id: string) =>
  db.asSystem(async (tx) => {
    await takeIn(tx, caller, await requireInvoice(tx, caller, id, 'hold'))
  })

export async function takeIn(tx: Tx, caller: Caller, invoice: Found) {
  await move(tx, invoice, ['APPLIED'], 'ISSUING')
  await tellStep(tx, caller, 'taken', invoice)
}

/** The file is stored before the invoice names it; a digital one is nothing without. */
export async function issue(
  services: Services,
  caller: Caller,
  id: string,
  body: IssueBody,
  file: UploadedFile | undefined,
) {
  const invoice = await requireInvoice(services.db.system, caller, id)
  if (invoice.state !== 'ISSUING' || (body.attempt ?? invoice.attempt) !== invoice.attempt)
    throw new AppError('wrong-state')
  if (!file && invoice.medium === 'DIGITAL') throw badFields({ path: 'file', key: 'required' })
  const judged = file && judgePaper(file)
  try {
    await againWhenGone(async () => {
      const stored = judged && (await services.store.put(Readable.from([judged.bytes])))
      await services.db.asSystem(async (tx) => {
        if (stored) await holdObjects(tx, services.store, [stored])
        await issueIn(services, tx, caller, invoice, {
          number: body.invoiceNumber,
          code: body.invoiceCode,
          ...(judged &&
            stored && {
              fileName: paperName(judged.mediaType, body.invoiceNumber, body.invoiceCode),
              mediaType: judged.mediaType,
              size: stored.size,
              sha256: Buffer.from(stored.sha256, 'hex'),
            }),
        })
      })
    })
  } catch (error) {
    if (isDuplicate(error, 'invoice_paper_once')) throw badFields({ path: 'invoiceNumber', key: 'duplicate' })
    throw error
  }
}

interface Issued {
  number: string
  code: string | null
  fileName?: string
  mediaType?: string
  size?: number
  sha256?: Buffer
}

/** Its applicant is told once there is something to have: a file, now or later, or what comes by mail. */
export async function issueIn(services: Services, tx: Tx, by: Caller | GatewayActor, seen: Found, paper: Issued) {
  const { id, platformId, accountId, attempt } = seen
  // It may have been refused, asked for again and taken while a file was stored: what is issued was issued for the attempt that was seen.
  const invoice = await repo.lockOfPlatform(tx, platformId, id)
  if (invoice?.attempt !== attempt) throw new AppError('wrong-state')
  await move(tx, invoice, ['ISSUING'], 'ISSUED', '')
  await requireSum(tx, invoice)
  await tx
    .insertInto('invoicePaper')
    .values({ ...paper, invoiceId: id, attempt, platformId, accountId })
    .execute()
  await tellStep(tx, by, 'issued', invoice, { told: [paper.code, paper.number].filter(Boolean).join(' ') })
  if (paper.sha256) await tellApplicant(services, tx, invoice, 'invoiceIssued')
}

/** Its orders come to what it is made out for; nothing of them is given back until the transaction ends. */
export async function requireSum(tx: Tx, { id, amount }: Pick<Found, 'id' | 'amount'>) {
  await repo.holdOrders(tx, id)
  const now = await repo.invoiceableNow(tx, id)
  if (now.reduce((sum, order) => sum + order.amount, 0) !== amount) throw new AppError('invoice-sum-changed')
}

export const refuse = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id, 'hold')
    await move(tx, invoice, ['APPLIED', 'ISSUING'], 'REJECTED', reason)
    await tellStep(tx, caller, 'refused', invoice, { reason })
    await tellApplicant(services, tx, invoice, 'invoiceRefused', { why: reason })
  })

export const mail = (services: Services, caller: Caller, id: string, { carrier, trackingNumber }: MailBody) =>
  services.db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id, 'hold')
    if (invoice.medium !== 'PAPER') throw new AppError('wrong-state')
    await move(tx, invoice, ['ISSUED'], 'MAILED')
    await ofAttempt(tx, invoice).set({ carrier, trackingNumber, mailedAt: now }).execute()
    await tellStep(tx, caller, 'mailed', invoice, { told: `${carrier} ${trackingNumber}` })
    await tellApplicant(services, tx, invoice, 'invoiceMailed', { carrier, tracking: trackingNumber })
  })

export const reverse = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id, 'hold')
    await move(tx, invoice, ['ISSUED', 'MAILED'], 'REVERSED', reason)
    await ofAttempt(tx, invoice).set({ reversedAt: now }).execute()
    await tellStep(tx, caller, 'reversed', invoice, { reason })
    await tellApplicant(services, tx, invoice, 'invoiceReversed', { why: reason })
  })

const ofAttempt = (tx: Tx, { id, attempt }: Found) =>
  tx.updateTable('invoicePaper').where('invoiceId', '=', id).where('attempt', '=', attempt)

/** Whoever applied, while they act for the account; else whose account it is. */
export async function tellApplicant(
  { jobs }: Services,
  tx: Tx,
  { id, platformId, accountId, personId, number, amount }: Omit<Found, 'accountName'>,
  kind: MessageKind,
  params: Record<string, string> = {},
) {
  const reader = await readerOf(tx, accountId, personId)
  if (!reader) return
  await tell(tx, jobs, {
    kind,
    platformId,
    accountId,
    personId: reader,
    subjectId: id,
    params: { number, amount: formatMoney(amount), ...params },
  })
}

export const file = (services: Services, caller: Caller, id: string, attempt: number | undefined) =>
  services.db.asSystem(async (tx) => {
    const invoice = await requireInvoice(tx, caller, id)
    const paper = await repo.findPaper(tx, id, attempt ?? invoice.attempt)
    const reply = paperReply(services, paper)
    await recordAct(
      tx,
      { ...caller, accountId: invoice.accountId },
      {
        action: 'invoice.downloaded',
        subjectKind: 'invoice',
        subjectId: id,
        details: { number: invoice.number, invoiceNumber: paper!.number },
      },
    )
    return reply
  })
