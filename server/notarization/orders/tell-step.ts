import type { OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { type Actor, recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { announce } from '../../kit/notify/live.ts'
import { readerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import type { Change } from '../rules/decide-step.ts'
import { stepOf } from '../rules/orders.types.ts'
import type { OrderRecord } from './orders.repo.ts'

/** Somebody who does something with an order: a person, or a time that has passed. */
type OrderActor = Caller | Extract<Actor, { system: true }>

type Act =
  | OrderStep
  | 'drafted'
  | 'changed'
  | 'removed'
  | 'assigned'
  | 'fileAdded'
  | 'fileRemoved'
  | 'fileOpened'
  | 'paperOpened'
  | 'recordMade'
  | 'recordOpened'
  | 'said'

interface Applied {
  /** Undefined where a time has passed. */
  caller: Caller | undefined
  /** The order before the step, under the name that it has now. */
  order: OrderRecord
  change: Change
}

/** Tells of a step in the transaction that took it: on the record of acts, to pages that are open, and to the other side. */
export async function tellStep(services: Services, tx: Tx, { caller, order, change: { step, tells } }: Applied) {
  const actor: OrderActor = caller ?? { system: true, platform: { id: order.platformId }, accountId: order.accountId }
  const { step: name, state, reason } = step
  // The record of acts is its account’s.
  const why = stepOf(order, name)?.isInner ? '' : reason
  await tellAct(tx, actor, order, name, { state, ...(why && { reason: why }) })
  if (tells.includes('applicant')) await tellApplicant(services, tx, order, 'orderStepped', { step: name, why: reason })
  if (tells.includes('office')) await tellOffice(services, tx, order, 'orderWaits', { step: name })
}

/** On the record of acts of the order's account, and to both sides' pages. */
export async function tellAct(
  tx: Tx,
  actor: OrderActor,
  {
    id,
    accountId,
    officeId,
    number,
    submittedAt,
  }: Pick<OrderRecord, 'id' | 'accountId' | 'officeId' | 'number' | 'submittedAt'>,
  act: Act,
  { reason, ...details }: { reason?: string; [detail: string]: unknown } = {},
) {
  await recordAct(
    tx,
    { ...actor, accountId },
    {
      action: `order.${act}`,
      subjectKind: 'judicial-order',
      subjectId: id,
      details: { number, ...details },
      ...(reason !== undefined && { reason }),
    },
  )
  await announce(tx, accountId, { topic: 'judicialOrders', id })
  if (submittedAt || act === 'submit') await announce(tx, officeId, { topic: 'officeOrders', id })
}

/** Whoever asked for it, while they act for the account; else whose account it is. */
export async function tellApplicant(
  { jobs }: Services,
  tx: Tx,
  { id, platformId, accountId, personId, number, title }: OrderRecord,
  kind: 'orderStepped' | 'orderSaid',
  params: Record<string, string>,
) {
  const reader = await readerOf(tx, accountId, personId)
  if (!reader) return
  await tell(tx, jobs, {
    kind,
    platformId,
    accountId,
    personId: reader,
    subjectId: id,
    params: { number, title, ...params },
  })
}

/** Whoever of the office has the order, while they act there; else whose account the office is. */
export async function tellOffice(
  { jobs }: Services,
  tx: Tx,
  { id, platformId, officeId, assigneeId, number, title }: OrderRecord,
  kind: 'orderWaits' | 'orderDue' | 'orderLate' | 'orderAsked',
  params: Record<string, string>,
) {
  const reader = await readerOf(tx, officeId, assigneeId)
  if (!reader) return
  await tell(tx, jobs, {
    kind,
    platformId,
    accountId: officeId,
    personId: reader,
    subjectId: id,
    params: { number, title, ...params },
  })
}
