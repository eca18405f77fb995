import { pathOf } from '../../../contract/kit/call.ts'
import {
  type ArrivalBody,
  type StaffTransfer,
  staffTransferCalls,
  type TransferFind,
} from '../../../contract/payments/transfers.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { newId } from '../../kit/ids.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { attached } from '../../platform/files.service.ts'
import { insertAdjustment } from '../adjustments/adjustments.repo.ts'
import { recordMoney } from '../adjustments/record-money.ts'
import { announceWallet } from '../ledger/ledger.service.ts'
import { shownTransfer } from './shown-transfer.ts'
import * as repo from './transfers.repo.ts'

const shown = (t: repo.StaffTransferRecord): StaffTransfer => ({
  ...shownTransfer(t, (picture) => pathOf(staffTransferCalls.picture, { id: t.id, picture })),
  accountId: t.accountId,
  accountName: t.accountName,
})

export async function list({ db }: Services, { platform }: Caller, find: TransferFind) {
  const { rows, ...rest } = await repo.listOfPlatform(db.system, platform.id, find)
  return { list: rows.map(shown), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findOfPlatform(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async ({ db }: Services, caller: Caller, id: string) => shown(await require(db.system, caller, id))

/** What a payer shows of their bank is looked at by staff, and the account's record says so. */
export async function picture(services: Services, caller: Caller, id: string, file: string) {
  await services.db.asSystem(async (tx) => {
    const { accountId, number, pictures } = await require(tx, caller, id)
    if (!pictures.includes(file)) throw new AppError('not-found')
    await recordAct(
      tx,
      { ...caller, accountId },
      { action: 'transfer.slipViewed', subjectKind: 'wallet', subjectId: accountId, details: { id, number } },
    )
  })
  return attached(services, caller, 'front', file)
}

/** What one of staff found at the bank; another applies it, as every change of a balance. */
export async function arrive({ db }: Services, caller: Caller, id: string, { amount, reference }: ArrivalBody) {
  const change = { id: newId(), purpose: 'transfer', amount, reference }
  await db
    .asSystem(async (tx) => {
      const { accountId, number } = await require(tx, caller, id)
      await insertAdjustment(tx, caller, { ...change, accountId, transferId: id, reason: number })
      await recordMoney(tx, caller, accountId, { action: 'money.asked', details: change, reason: number })
      await announceWallet(tx, accountId)
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'adjustment_slip')) throw badFields({ path: 'reference', key: 'slipKnown' })
      if ((error as { code?: string }).code === 'MN008') throw new AppError('wrong-state')
      throw error
    })
  return { id: change.id }
}

/** Nothing arrived: its payer reads why, and may send another. */
export const refuse = ({ db, jobs }: Services, caller: Caller, id: string, reason: string) =>
  db.asSystem(async (tx) => {
    const { accountId, platformId, number, amount } = await require(tx, caller, id)
    if (!(await repo.end(tx, id, 'refused', reason))) throw new AppError('wrong-state')
    await recordAct(
      tx,
      { ...caller, accountId },
      {
        action: 'transfer.refused',
        subjectKind: 'wallet',
        subjectId: accountId,
        details: { id, number, amount },
        reason,
      },
    )
    await announceWallet(tx, accountId)
    const personId = await ownerOf(tx, accountId)
    if (personId)
      await tell(tx, jobs, {
        kind: 'transferRefused',
        platformId,
        personId,
        accountId,
        subjectId: id,
        params: { amount: formatMoney(amount), number, why: reason },
      })
  })
