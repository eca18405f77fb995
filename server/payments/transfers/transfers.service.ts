import { pathOf } from '../../../contract/kit/call.ts'
import type { TransferBody, TransferFind } from '../../../contract/payments/transfers.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { attach } from '../../platform/files.service.ts'
import { announceWallet } from '../ledger/ledger.service.ts'
import { bankOf } from './bank.service.ts'
import { shownTransfer } from './shown-transfer.ts'
import * as repo from './transfers.repo.ts'

/** Of one account at once: each costs staff a look at the bank's statement. */
const mostWaiting = 10

const ofOwner = (t: repo.TransferRecord) => shownTransfer(t, (id) => pathOf(fileCalls.sent, { id }))

export const details = async (services: Services, caller: Caller) => ({ details: await bankOf(services, caller) })

/** Nothing is credited by it: staff look at the bank's statement. Asked again with the same id it is the same transfer. */
export async function send(services: Services, caller: Caller, body: TransferBody) {
  if (!(await bankOf(services, caller))) throw new AppError('transfers-closed')
  if (body.sentOn > shanghaiDay(new Date())) throw badFields({ path: 'sentOn', key: 'inFuture' })
  return services.db.forAccount(caller, async (tx) => {
    await repo.queueForAccount(tx, caller.accountId)
    const earlier = await repo.findByUniqueId(tx, caller.accountId, body.unique_id)
    if (earlier) return isSame(earlier, body) ? ofOwner(earlier) : refuseRepeated()
    await requireNotClosing(tx, caller)
    if ((await repo.countWaiting(tx, caller.accountId)) >= mostWaiting)
      throw new AppError('transfers-waiting', { limit: mostWaiting })
    await attach(tx, caller, 'front', body.pictures, 'pictures')
    const { unique_id: uniqueId, saidReference, remark, sentOn, ...said } = body
    const id = newId()
    await tx
      .insertInto('bankTransfer')
      .values({
        ...said,
        id,
        number: newOrderNumber(),
        platformId: caller.platform.id,
        accountId: caller.accountId,
        personId: caller.personId,
        personName: caller.personName,
        sentOn: sentOn as unknown as Date,
        saidReference: saidReference ?? '',
        remark: remark ?? '',
        uniqueId,
      })
      .execute()
    const sent = (await repo.findOwn(tx, caller.accountId, id))!
    await record(tx, caller, 'transfer.sent', sent)
    await announceWallet(tx, caller.accountId)
    return ofOwner(sent)
  })
}

function refuseRepeated(): never {
  throw new AppError('unique-id-repeated')
}

const isSame = (t: repo.TransferRecord, { amount, payerName, sentOn }: TransferBody) =>
  t.amount === amount && t.payerName === payerName && t.sentOn === sentOn

export async function list({ db }: Services, caller: Caller, find: TransferFind) {
  const { rows, ...rest } = await db.forAccount(caller, (tx) => repo.listOwn(tx, caller.accountId, find))
  return { list: rows.map(ofOwner), ...rest }
}

async function require(tx: AccountTx, { accountId }: Caller, id: string, find = repo.findOwn) {
  const found = await find(tx, accountId, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => ofOwner(await require(tx, caller, id)))

export const withdraw = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    const found = await require(tx, caller, id, repo.lockOwn)
    if (!(await repo.end(tx, id, 'withdrawn')))
      throw new AppError(found.state === 'checking' ? 'transfer-checked' : 'wrong-state')
    await record(tx, caller, 'transfer.withdrawn', found)
    await announceWallet(tx, caller.accountId)
  })

const record = (
  tx: AccountTx,
  caller: Caller,
  action: 'transfer.sent' | 'transfer.withdrawn',
  { id, number, amount }: repo.TransferRecord,
) =>
  recordAct(tx, caller, {
    action,
    subjectKind: 'wallet',
    subjectId: caller.accountId,
    details: { id, number, amount },
  })
