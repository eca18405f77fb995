import type { AlertBody, BillFind, BillLine, BillPurpose, Wallet } from '../../../contract/payments/wallet.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { announceWallet } from '../ledger/ledger.service.ts'
import * as repo from './wallet.repo.ts'

export async function info({ db }: Services, caller: Caller): Promise<Wallet> {
  const w = await db.forAccount(caller, (tx) => repo.walletOf(tx, caller.accountId))
  return {
    balance: w.prepaid + w.promotional,
    prepaid: w.prepaid,
    promotional: w.promotional,
    reserved: w.reservedPrepaid + w.reservedPromotional,
    stopped: w.stoppedAt !== null,
    alertBelow: w.alertBelow,
  }
}

export async function bill({ db }: Services, caller: Caller, find: BillFind) {
  const { rows, ...rest } = await db.forAccount(caller, (tx) => repo.bill(tx, caller.accountId, find))
  const list = rows.map(({ createdAt, balanceAfter, number, purpose, subjectKind, ...line }) => ({
    ...line,
    number: number!,
    purpose: purpose as BillPurpose,
    subjectKind: subjectKind as BillLine['subjectKind'],
    balanceAfter: balanceAfter!,
    at: createdAt.toISOString(),
  }))
  return { list, ...rest }
}

export const chooseAlert = ({ db }: Services, caller: Caller, { alertBelow }: AlertBody) =>
  db.forAccount(caller, async (tx) => {
    await repo.chooseAlert(tx, caller.accountId, alertBelow)
    await recordAct(tx, caller, {
      action: 'balance.alertChosen',
      subjectKind: 'wallet',
      subjectId: caller.accountId,
      details: { below: alertBelow },
    })
    await announceWallet(tx, caller.accountId)
  })
