import {
  type ApplyBody,
  type InvoiceableFind,
  type InvoiceFind,
  type InvoiceInfo,
  InvoiceState,
  type InvoiceWish,
  mayReapply,
  type Standing,
} from '../../../contract/invoices/invoices.ts'
import { requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { type AccountTx, isDuplicate } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { sandboxesOf } from '../../payments/channels/channels.service.ts'
import * as repo from './invoices.repo.ts'
import { paperReply } from './paper.ts'
import { allShown, detailOf, orderShown } from './shown.ts'
import { tellStep } from './steps.ts'
import { type Kept, keptOf, requireVerified, toldOf } from './wish.ts'

const standing = ({ id, number, amount, state, attempt }: repo.InvoiceRecord): Standing => ({
  id,
  applyNo: number,
  amount,
  invoiceState: InvoiceState.parse(state),
  attempt,
})

const json = (header: Kept['header']) => JSON.stringify(header) as unknown as Json
const sumOf = (orders: readonly { amount: number | null }[]) => orders.reduce((sum, o) => sum + (o.amount ?? 0), 0)

/** Asked again with the same id it is the same invoice. Orders that another one has meanwhile are told as a whole. */
export async function apply(services: Services, caller: Caller, body: ApplyBody): Promise<Standing> {
  const { accountId } = caller
  const found = await services.db.forAccount(caller, async (tx) => ({
    earlier: body.unique_id ? await earlierOf(tx, accountId, body, body.unique_id) : undefined,
    orders: await repo.invoiceableOf(tx, accountId, body.orderIds),
  }))
  if (found.earlier) return standing(found.earlier)
  const gone = body.orderIds.flatMap((id, i) =>
    found.orders.some((o) => o.id === id) ? [] : [{ path: `orderIds.${i}`, key: 'orderGone' }],
  )
  const kept = await keptOf(services, caller, body, gone)
  try {
    return standing(await services.db.forAccount(caller, (tx) => applyIn(services, tx, caller, body, kept)))
  } catch (error) {
    if (isDuplicate(error, 'invoice_order_live')) throw new AppError('orders-invoiced')
    throw error
  }
}

async function earlierOf(tx: AccountTx, accountId: string, { orderIds }: ApplyBody, uniqueId: string) {
  const earlier = await repo.findByUniqueId(tx, accountId, uniqueId)
  if (!earlier) return undefined
  const orders = await repo.ordersOf(tx, earlier.id)
  const same = orders.length === orderIds.length && orders.every(({ id }) => orderIds.includes(id))
  if (!same) throw new AppError('unique-id-repeated')
  return earlier
}

async function applyIn(services: Services, tx: AccountTx, caller: Caller, body: ApplyBody, kept: Kept) {
  const { accountId, platform } = caller
  await repo.queueForAccount(tx, accountId)
  const earlier = body.unique_id && (await earlierOf(tx, accountId, body, body.unique_id))
  if (earlier) return earlier
  await requireNotClosing(tx, caller)
  await requireVerified(tx, caller, kept)
  const orders = await repo.invoiceableOf(tx, accountId, body.orderIds)
  if (orders.length < body.orderIds.length || orders.some(({ taken }) => taken)) throw new AppError('orders-invoiced')
  const id = newId()
  const sandboxes = sandboxesOf(services.config, platform.notaryId)
  await tx
    .insertInto('invoice')
    .values({
      ...kept,
      header: json(kept.header),
      id,
      number: newOrderNumber(),
      platformId: platform.id,
      accountId,
      personId: caller.personId,
      personName: caller.personName,
      amount: sumOf(orders),
      isSandbox: orders.some(({ channel }) => sandboxes.has(channel!)),
      uniqueId: body.unique_id ?? null,
    })
    .execute()
  await tx
    .insertInto('invoiceOrder')
    .values(
      orders.map((o) => ({ invoiceId: id, orderId: o.id!, platformId: platform.id, accountId, amount: o.amount! })),
    )
    .execute()
  const made = (await repo.findOwn(tx, accountId, id))!
  await tellStep(tx, caller, 'applied', made, { told: toldOf(kept) })
  return made
}

const required = (found: repo.InvoiceRecord | undefined) => {
  if (!found) throw new AppError('not-found')
  return found
}

/** The same orders once more; what can be invoiced of them now counts, not what could then. */
export async function reapply(services: Services, caller: Caller, id: string, wish: InvoiceWish): Promise<Standing> {
  const { accountId } = caller
  // Others' and absent ones answer alike, whatever is wrong with the rest.
  required(await services.db.forAccount(caller, (tx) => repo.findOwn(tx, accountId, id)))
  const kept = await keptOf(services, caller, wish)
  return services.db.forAccount(caller, async (tx) => {
    const before = required(await repo.lockOwn(tx, accountId, id))
    if (!mayReapply(InvoiceState.parse(before.state))) throw new AppError('wrong-state')
    await requireNotClosing(tx, caller)
    await requireVerified(tx, caller, kept)
    const orders = await repo.invoiceableNow(tx, id)
    if (orders.some(({ amount }) => amount <= 0)) throw new AppError('orders-given-back')
    for (const { orderId, amount } of orders)
      await tx
        .updateTable('invoiceOrder')
        .set({ amount })
        .where('invoiceId', '=', id)
        .where('orderId', '=', orderId)
        .execute()
    await tx
      .updateTable('invoice')
      .set({
        ...kept,
        header: json(kept.header),
        state: 'APPLIED',
        attempt: before.attempt + 1,
        amount: sumOf(orders),
      })
      .where('id', '=', id)
      .execute()
    const after = (await repo.findOwn(tx, accountId, id))!
    await tellStep(tx, caller, 'reapplied', after, { told: toldOf(kept) })
    return standing(after)
  })
}

export const withdraw = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    const found = required(await repo.lockOwn(tx, caller.accountId, id))
    if (!(await repo.move(tx, id, ['APPLIED', 'REJECTED', 'REVERSED'], 'WITHDRAWN'))) throw new AppError('wrong-state')
    await tellStep(tx, caller, 'withdrawn', found)
  })

export const list = ({ db }: Services, caller: Caller, find: InvoiceFind) =>
  db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await repo.listOwn(tx, caller.accountId, find)
    return { list: await allShown(tx, rows, () => ({})), ...rest }
  })

export const get = (services: Services, caller: Caller, id: string): Promise<InvoiceInfo> =>
  services.db.forAccount(caller, async (tx) => {
    const found = required(await repo.findOwn(tx, caller.accountId, id))
    const [invoice] = await allShown(tx, [found], () => ({}))
    return { ...invoice!, ...(await detailOf(services, caller.platform, tx, id, false)) }
  })

export const orders = (services: Services, caller: Caller, find: InvoiceableFind) =>
  services.db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await repo.listInvoiceable(tx, caller.accountId, find)
    const sandboxes = sandboxesOf(services.config, caller.platform.notaryId)
    return { list: rows.map((row) => orderShown({ ...row, id: row.id! }, sandboxes)), ...rest }
  })

export const file = (services: Services, caller: Caller, id: string, attempt: number | undefined) =>
  services.db.forAccount(caller, async (tx) => {
    const found = required(await repo.findOwn(tx, caller.accountId, id))
    const paper = await repo.findPaper(tx, id, attempt ?? found.attempt)
    const reply = paperReply(services, paper)
    await recordAct(tx, caller, {
      action: 'invoice.downloaded',
      subjectKind: 'invoice',
      subjectId: id,
      details: { number: found.number, invoiceNumber: paper!.number },
    })
    return reply
  })
