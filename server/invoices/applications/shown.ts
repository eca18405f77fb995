import { z } from 'zod'
import { HeadType } from '../../../contract/invoices/headers.ts'
import {
  type Invoice,
  type InvoicedOrder,
  InvoiceMedium,
  InvoiceState,
  type InvoiceStep,
} from '../../../contract/invoices/invoices.ts'
import { PayMethod } from '../../../contract/payments/pay-orders.ts'
import type { Platform } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { sandboxesOf } from '../../payments/channels/channels.service.ts'
import * as repo from './invoices.repo.ts'

/** What an invoice keeps of its header beside the title. */
export const KeptHeader = z.object({
  taxNo: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  bank: z.string().nullable(),
  account: z.string().nullable(),
})
export type KeptHeader = z.output<typeof KeptHeader>

const nothing = { taxNo: null, address: null, phone: null, bank: null, account: null }

function shown(row: repo.InvoiceRecord, paper: repo.PaperRecord | undefined, orderCount: number): Invoice {
  return {
    id: row.id,
    applyNo: row.number,
    invoiceState: InvoiceState.parse(row.state),
    amount: row.amount,
    orderCount,
    isSandbox: row.isSandbox,
    attempt: row.attempt,
    reason: row.reason,
    invoiceType: HeadType.parse(row.invoiceType),
    title: row.title,
    ...(KeptHeader.safeParse(row.header).data ?? nothing),
    medium: InvoiceMedium.parse(row.medium),
    email: row.email,
    receiver: row.receiver,
    remark: row.remark,
    invoiceNumber: paper?.number ?? null,
    invoiceCode: paper?.code ?? null,
    issuedAt: paper?.issuedAt.toISOString() ?? null,
    fileName: paper?.fileName ?? null,
    carrier: paper?.carrier ?? null,
    trackingNumber: paper?.trackingNumber ?? null,
    mailedAt: paper?.mailedAt?.toISOString() ?? null,
    personName: row.personName,
    appliedAt: row.createdAt.toISOString(),
  }
}

/** Invoices with the papers of their last attempts. */
export async function allShown<Row extends repo.InvoiceRecord, More extends object>(
  db: Queryable,
  rows: readonly Row[],
  more: (row: Row) => More,
) {
  const ids = rows.map(({ id }) => id)
  const papers = await repo.papersOf(db, ids)
  const counts = new Map((await repo.countsOf(db, ids)).map(({ invoiceId, count }) => [invoiceId, count]))
  return rows.map((row) => ({
    ...shown(
      row,
      papers.find((p) => p.invoiceId === row.id && p.attempt === row.attempt),
      counts.get(row.id) ?? 0,
    ),
    ...more(row),
  }))
}

interface OrderRow {
  id: string
  number: string | null
  channel: string | null
  amount: number | null
  paidAt: Date | null
}

/** `sandboxes`: the channels by which no money moves. */
export const orderShown = (row: OrderRow, sandboxes: ReadonlySet<string>): InvoicedOrder => ({
  id: row.id,
  orderNumber: row.number!,
  amount: row.amount!,
  channel: PayMethod.parse(row.channel),
  isSandbox: sandboxes.has(row.channel!),
  paidAt: row.paidAt!.toISOString(),
})

/** Orders and steps of an invoice; who of staff did something only staff are told. */
export async function detailOf(services: Services, platform: Platform, db: Queryable, id: string, forStaff: boolean) {
  const papers = await repo.papersOf(db, [id])
  const sandboxes = sandboxesOf(services.config, platform.notaryId)
  const steps = await repo.stepsOf(db, id)
  // A file that came after the number came with the last such step of its attempt.
  const brought = new Set(
    papers
      .filter((p) => p.fileName !== null)
      .map((p) => steps.findLast((step) => step.attempt === p.attempt && step.state === 'ISSUED')?.id),
  )
  return {
    orders: (await repo.ordersOf(db, id)).map((row) => orderShown(row, sandboxes)),
    steps: steps.map((step): InvoiceStep => ({
      id: step.id,
      attempt: step.attempt,
      invoiceState: InvoiceState.parse(step.state),
      at: step.at.toISOString(),
      reason: step.reason,
      byStaff: step.byStaff,
      personName: step.byStaff && !forStaff ? null : step.personName,
      told: step.told,
      hasFile: brought.has(step.id),
    })),
  }
}
