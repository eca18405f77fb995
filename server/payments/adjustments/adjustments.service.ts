import { formatMoney } from '../../../contract/kit/money.ts'
import type {
  Adjustment,
  AdjustmentBody,
  AdjustmentFind,
  AdjustmentState,
  AnyPurpose,
} from '../../../contract/payments/adjustments.ts'
import { closingOf, requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { linkedTo, requireIndependent } from '../../platform/approvals/independence.service.ts'
import { isStaff } from '../../platform/approvals/staff.read.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable, type Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { adjust, type AdjustmentPurpose, announceWallet, refund, refundUnits } from '../ledger/ledger.service.ts'
import { begin } from '../paybacks/paybacks.repo.ts'
import { credit } from '../transfers/transfers.repo.ts'
import * as repo from './adjustments.repo.ts'
import { recordMoney } from './record-money.ts'

async function shown({ db, config }: Services, caller: Caller, rows: repo.AdjustmentRecord[]): Promise<Adjustment[]> {
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ askedBy }) => askedBy)
  const linked = await linkedTo(db.system, config, caller.personId, waiting)
  return rows.map(({ askedBy, decidedAt, createdAt, units, ...row }) => ({
    ...row,
    units: units || null,
    purpose: row.purpose as AnyPurpose,
    state: row.state as AdjustmentState,
    mine: askedBy === caller.personId,
    mayDecide: row.state === 'waiting' && askedBy !== caller.personId && !linked.has(askedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

export async function list(services: Services, caller: Caller, find: AdjustmentFind) {
  const { rows, ...rest } = await repo.listAdjustments(services.db.system, caller.platform.id, find)
  return { list: await shown(services, caller, rows), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findAdjustment(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  (await shown(services, caller, [await require(services.db.system, caller, id)]))[0]!

/** Nothing moves yet: another person decides. */
export async function ask({ db }: Services, caller: Caller, body: AdjustmentBody) {
  const id = newId()
  await db
    .asSystem(async (tx) => {
      if (!(await repo.isCustomer(tx, caller.platform.id, body.accountId))) throw new AppError('not-found')
      const reference = body.reference ?? ''
      await repo.insertAdjustment(tx, caller, { ...body, reference, id })
      const { reason, ...details } = body
      await recordMoney(tx, caller, body.accountId, { action: 'money.asked', details: { ...details, id }, reason })
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'adjustment_slip')) throw badFields({ path: 'reference', key: 'slipKnown' })
      throw error
    })
  return { id }
}

/**
 * Refuses an account that is closed or that its owner asked to close, and keeps it open until the transaction ends. Whoever is just being
 * erased is not waited for.
 */
async function requireStaying(tx: Tx, { platform }: Caller, { accountId, purpose }: repo.AdjustmentRecord) {
  // What somebody paid goes back to them also after they have left.
  if (purpose === 'payback') return
  const personId = await ownerOf(tx, accountId)
  if (!personId || (await closingOf(tx, personId))) throw new AppError('account-leaving')
  await requireNotClosing(tx, { personId }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('account-leaving') : error
  })
  if (!(await repo.isCustomer(tx, platform.id, accountId))) throw new AppError('account-leaving')
}

/** What was asked for is done, and its owner told. The database, too, refuses whoever asked for it. */
export const apply = (services: Services, caller: Caller, id: string) =>
  decide(services, caller, id, applied(services, caller, id), requireStaying)

const applied =
  (services: Services, caller: Caller, id: string): Decision =>
  async (tx, found) => {
    const { accountId, purpose, amount, reason, askedBy } = found
    // Of two people each must still be one: whoever was shut out may have asked in the hours before.
    if (!(await isStaff(tx, caller.platform.id, askedBy))) throw new AppError('asker-gone')
    await repo.decide(tx, id, 'applied', caller)
    await move(tx, found, caller.personId)
    await recordMoney(tx, caller, accountId, { action: 'money.applied', details: { id, purpose, amount }, reason })
    await announceWallet(tx, accountId)
    const owner = await ownerOf(tx, accountId)
    if (owner)
      await tell(tx, services.jobs, {
        ...(await news(tx, found)),
        platformId: caller.platform.id,
        personId: owner,
        accountId,
      })
  }

/** What the owner is told of a change that was made. */
async function news(tx: Tx, { amount, units, reason, chargeId }: repo.LockedAdjustment) {
  if (units) {
    const { id, number, product } = await repo.packageOfCharge(tx, chargeId!)
    return { kind: 'unitsReturned', subjectId: id, params: { number, product, units, why: reason } } as const
  }
  const params = { amount: formatMoney(Math.abs(amount)), why: reason }
  return { kind: amount > 0 ? 'balanceAdded' : 'balanceTaken', params } as const
}

/** Each by what it is; one that was moved before is refused by the ledger. */
function move(
  tx: Tx,
  { id, accountId, purpose, amount, units, reference, chargeId }: repo.LockedAdjustment,
  personId: string,
) {
  if (purpose === 'payback') return begin(tx, { id, amount }, personId)
  if (purpose === 'transfer') return credit(tx, id)
  if (units) return refundUnits(tx, chargeId!, units)
  const all = { id, amount, personId, reason: reference }
  if (purpose === 'refund') return refund(tx, { ...all, chargeId: chargeId! })
  return adjust(tx, { ...all, accountId, purpose: purpose as AdjustmentPurpose })
}

export const refuse = (services: Services, caller: Caller, id: string, reason: string) =>
  decide(services, caller, id, async (tx, { accountId, purpose, amount }) => {
    await repo.decide(tx, id, 'refused', caller, reason)
    await announceWallet(tx, accountId)
    await recordMoney(tx, caller, accountId, { action: 'money.refused', details: { id, purpose, amount }, reason })
  })

export const withdraw = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const found = await waiting(tx, caller, id)
    if (found.askedBy !== caller.personId) throw new AppError('asker-only')
    await repo.decide(tx, id, 'withdrawn', caller)
    const { accountId, purpose, amount } = found
    await announceWallet(tx, accountId)
    await recordMoney(tx, caller, accountId, { action: 'money.withdrawn', details: { id, purpose, amount } })
  })

type Decision = (tx: Tx, found: repo.LockedAdjustment) => Promise<void>

/** `before`: what is held before the row is, which a closing takes at last. */
const decide = (
  { db, config }: Services,
  caller: Caller,
  id: string,
  act: Decision,
  before: (tx: Tx, caller: Caller, found: repo.AdjustmentRecord) => Promise<void> = async () => {},
) =>
  db.asSystem(async (tx) => {
    await before(tx, caller, await require(tx, caller, id))
    const found = await waiting(tx, caller, id)
    await requireIndependent(tx, config, { askedBy: found.askedBy, decidedBy: caller.personId })
    await act(tx, found)
  })

async function waiting(tx: Tx, caller: Caller, id: string) {
  const found = await repo.lockAdjustment(tx, caller.platform.id, id)
  if (!found) throw new AppError('not-found')
  if (found.state !== 'waiting') throw new AppError('wrong-state')
  return found
}
