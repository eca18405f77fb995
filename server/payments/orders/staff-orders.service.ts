import {
  NoticeOutcome,
  type OrderTrouble,
  type StaffOrder,
  type StaffOrderFind,
} from '../../../contract/payments/staff-orders.ts'
import { PayTrouble } from '../../../contract/payments/pay-orders.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { sandboxesOf } from '../channels/channels.service.ts'
import { shownOrder } from './shown-order.ts'
import * as repo from './staff-orders.repo.ts'

function shown({ config }: Services, { platform }: Caller) {
  const sandboxes = sandboxesOf(config, platform.notaryId)
  return (row: repo.StaffOrderRecord): StaffOrder => ({
    ...shownOrder(row, sandboxes),
    accountId: row.accountId,
    accountName: row.accountName,
    vendorNumber: row.vendorNumber,
    ...shownTroubles(row),
  })
}

function shownTroubles({ troubles }: repo.StaffOrderRecord) {
  const instantOf = (at: string) => new Date(at).toISOString()
  const all = troubles.map(({ trouble, createdAt, clearedAt, ...rest }): OrderTrouble => ({
    ...rest,
    trouble: PayTrouble.parse(trouble),
    createdAt: instantOf(createdAt),
    clearedAt: clearedAt && instantOf(clearedAt),
  }))
  const first = all.find(({ clearedAt }) => clearedAt === null) ?? all.at(-1)
  return {
    trouble: first?.trouble ?? null,
    clearedAt: first?.clearedAt ?? null,
    clearedName: first?.clearedName ?? null,
    clearedNote: first?.clearedNote ?? '',
    troubles: all,
  }
}

export async function list(services: Services, caller: Caller, find: StaffOrderFind) {
  const { rows, ...rest } = await repo.listStaffOrders(services.db.system, caller.platform.id, find)
  return { list: rows.map(shown(services, caller)), ...rest }
}

/** An order of the platform that the caller acts for. */
export async function requireStaffOrder(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findStaffOrder(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  shown(services, caller)(await requireStaffOrder(services.db.system, caller, id))

/** What its vendor told of an order, as it came. */
export async function notices({ db }: Services, caller: Caller, id: string) {
  const rows = await repo.noticesOf(db.system, caller.platform.id, await requireStaffOrder(db.system, caller, id))
  return {
    list: rows.map(({ body, outcome, receivedAt, ...row }) => ({
      ...row,
      outcome: NoticeOutcome.parse(outcome),
      body: body.toString('utf8'),
      receivedAt: receivedAt.toISOString(),
    })),
  }
}

/** Money is put right by a change of the balance, which two people decide; here staff only say that they did. */
export const clear = (
  { db }: Services,
  caller: Caller,
  id: string,
  { trouble, vendorNumber, reason }: { trouble: PayTrouble; vendorNumber: string; reason: string },
) =>
  db.asSystem(async (tx) => {
    const { accountId, number } = await requireStaffOrder(tx, caller, id)
    if (!(await repo.clear(tx, { id, trouble, vendorNumber, note: reason }, caller))) throw new AppError('wrong-state')
    const about = { ...caller, accountId }
    await recordAct(tx, about, {
      action: 'recharge.cleared',
      subjectKind: 'wallet',
      subjectId: accountId,
      details: { id, number, trouble, vendorNumber },
      reason,
    })
  })
