import { sql } from 'kysely'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { announce } from '../../kit/notify/live.ts'

/** What is paid for: one thing, known to people by a number. */
export interface Subject {
  kind: 'evidence'
  id: string
  number: string
}

/** Whose money it is, who spends it, and what whoever asks may see of it. */
export type Payer = Pick<Caller, 'accountId' | 'personId' | 'personName' | 'rights'>

/** A sub-account learns that there is less, and not how much. */
export const balanceShort = ({ rights }: Pick<Payer, 'rights'>, wanted: number, left: number) =>
  rights.has('money.read')
    ? new AppError('balance-short', { wanted: formatMoney(wanted), left: formatMoney(left) })
    : new AppError('account-short', { wanted: formatMoney(wanted) })

export interface NewCharge {
  /** The version of the price list that it is priced by, which names the product. */
  priceId: string
  quantity: number
  /** Fen for all of it, as the service priced it; nought is a charge too, and holds nothing. */
  amount: number
  subject: Subject
}

/**
 * Holds an amount of the account's money until it is known whether the thing came about: what was given first, then what was paid in. Give the last of
 * a transaction's locks to it: every other spending of the account waits until it commits.
 */
export async function reserve(tx: Tx, payer: Payer, charge: NewCharge): Promise<string> {
  const id = newId()
  const { kind, id: subject, number } = charge.subject
  await sql`select reserve_charge(${id}, ${payer.accountId}, ${payer.personId}, ${payer.personName}, ${charge.priceId}, ${charge.quantity}, ${charge.amount}, ${kind}, ${subject}, ${number})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, charge.amount, payer))
  return id
}

export interface NewUnit {
  priceId: string
  /** What pays instead of money. */
  packageId: string
  subject: Subject
}

/** Holds one unit of a package as `reserve` holds money. */
export async function reserveUnit(tx: Tx, payer: Payer, { priceId, packageId, subject }: NewUnit): Promise<string> {
  const charge = newId()
  const { kind, id, number } = subject
  await sql`select reserve_units(${charge}, ${payer.accountId}, ${payer.personId}, ${payer.personName}, ${priceId}, ${packageId}, ${kind}, ${id}, ${number})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, 0))
  return charge
}

/** Nothing else of the account is spent until the transaction ends. */
export const lockWallet = (tx: Tx, accountId: string) => sql`select lock_wallet(${accountId})`.execute(tx)

/** Collects a charge, or so much of it, and lets the rest go; false where it was decided before. */
export const post = (tx: Tx, chargeId: string, amount: number | null = null): Promise<boolean> =>
  decide(tx, sql`post_charge(${chargeId}, ${amount})`)

/** Collects a download, which is had at once. Callers collect nothing else. */
export const postDownload = (tx: Tx, chargeId: string): Promise<boolean> => decide(tx, sql`post_download(${chargeId})`)

/** Gives all back of a charge whose thing did not come about; false where it was decided before. */
export const release = (tx: Tx, chargeId: string): Promise<boolean> => decide(tx, sql`release_charge(${chargeId})`)

async function decide(tx: Tx, act: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select ${act} as done`.execute(tx)
  return rows[0]!.done
}

/** Gives back of what a charge collected, at most all of it. One refund counts once, by its id. */
export async function refund(
  tx: Tx,
  refund: { id: string; chargeId: string; amount: number; personId: string; reason: string },
) {
  await sql`select refund_charge(${refund.id}, ${refund.chargeId}, ${refund.amount}, ${refund.personId}, ${refund.reason})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, refund.amount))
}

/** Gives units back to the package that they were taken of, at most all that its charge took. */
export async function refundUnits(tx: Tx, chargeId: string, units: number) {
  await sql`select refund_units(${chargeId}, ${units})`.execute(tx).catch((error: unknown) => refuseMoney(error, 0))
}

const adjustments = {
  /** Money that arrived at the platform's bank. */
  credit: ['bank', 'prepaid'],
  gift: ['promotion', 'promotional'],
  /** Puts a mistake right, in either direction. */
  correction: ['suspense', 'prepaid'],
} as const
export type AdjustmentPurpose = keyof typeof adjustments

export interface Adjustment {
  id: string
  accountId: string
  purpose: AdjustmentPurpose
  /** Fen; below nought only to correct. */
  amount: number
  personId: string
  reason: string
}

/** Money that comes from outside, is given, or is put right. One adjustment counts once, by its id. */
export async function adjust(tx: Tx, { id, accountId, purpose, amount, personId, reason }: Adjustment) {
  const [from, to] = amount < 0 ? adjustments[purpose].toReversed() : adjustments[purpose]
  await sql`select adjust_wallet(${id}, ${accountId}, ${purpose}, ${from}, ${to}, ${Math.abs(amount)}, ${personId}, ${reason})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, -amount))
}

/** Tells the account's consoles that its balance, or what it is asked to pay, is another. */
export const announceWallet = (tx: Tx, accountId: string) => announce(tx, accountId, { topic: 'wallet', id: accountId })

/** The database's own refusals (see the migration of the ledger), in words. Only a `payer` is told that the balance is short. */
export function refuseMoney(error: unknown, wanted: number, payer?: Pick<Payer, 'rights'>): never {
  const { code, detail, constraint } = error as { code?: string; detail?: string; constraint?: string }
  if (code === 'MN001' && payer) throw balanceShort(payer, wanted, Number(detail))
  if (code === '23514' && /^wallet_(prepaid|promotional)_check$/.test(constraint ?? ''))
    throw new AppError('balance-bound')
  if (code === 'MN002') throw new AppError('spending-stopped')
  if (code === 'MN004')
    throw new AppError('budget-short', { wanted: formatMoney(wanted), left: formatMoney(Number(detail)) })
  if (code === 'MN005') throw new AppError('order-invoiced')
  if (code === 'MN006') throw new AppError('package-spent')
  if (code === 'MN007') throw new AppError('offer-gone')
  if (code === 'MN009') throw new AppError('package-ended')
  if (code === 'MN003') throw new AppError('refund-too-much')
  throw error
}
