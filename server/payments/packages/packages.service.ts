import { sql } from 'kysely'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { BuyBody, Package, PackageFind, TradePrice } from '../../../contract/payments/packages.ts'
import { Product } from '../../../contract/payments/products.ts'
import { requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { announceWallet, lockWallet, refuseMoney } from '../ledger/ledger.service.ts'
import { coverOf } from '../prices/cover.ts'
import { budgetOf } from '../prices/budgets.repo.ts'
import { pricesNow } from '../prices/prices-now.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { requireOffer, withPrices } from './offers.service.ts'
import * as repo from './packages.repo.ts'

const mostUses = 100

const shown = ({ number, product, state, createdAt, endsAt, ...row }: repo.PackageRecord): Package => ({
  ...row,
  packageNumber: number,
  product: Product.parse(product),
  packageState: state,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

/** What a package costs beside its units bought one by one, and which money pays for it. Nothing is held by it. */
export const price = ({ db }: Services, caller: Caller, offerId: string): Promise<TradePrice> =>
  db.forAccount(caller, async (tx) => {
    const offer = withPrices(
      await pricesNow(tx, caller.platform.id),
      await requireOffer(tx, caller.platform.id, offerId),
    )
    const cover = coverOf(await walletOf(tx, caller.accountId), offer.price)
    const budget = await budgetOf(tx, caller)
    const amount = Math.max(offer.oneByOne, offer.price)
    return {
      amount,
      discount: amount - offer.price,
      payable: offer.price,
      balanceEnough: cover.left >= 0 && (!budget || budget.left >= offer.price),
      cover,
    }
  })

/** Bought out of the balance, whole or not at all; asked again with the same id it is the same package. */
export const buy = ({ db }: Services, caller: Caller, body: BuyBody): Promise<Package> =>
  db.forAccount(caller, async (tx) => {
    await requireNotClosing(tx, caller)
    await lockWallet(tx, caller.accountId)
    const earlier = await repo.findByUniqueId(tx, caller.accountId, body.unique_id)
    if (earlier) {
      if (earlier.offerId !== body.offerId) throw new AppError('unique-id-repeated')
      const { offerId: _, ...same } = earlier
      return shown(same)
    }
    const offer = await requireOffer(tx, caller.platform.id, body.offerId)
    if (offer.price !== body.quoted)
      throw new AppError('price-changed', { wanted: formatMoney(offer.price), shown: formatMoney(body.quoted) })
    const id = newId()
    await sql`select buy_package(${id}, ${newOrderNumber()}, ${newId()}, ${caller.accountId}, ${caller.personId}, ${caller.personName}, ${offer.id}, ${body.unique_id})`
      .execute(tx)
      .catch((error: unknown) => refuseMoney(error, offer.price, caller))
    const bought = await requirePackage(tx, caller, id)
    await recordAct(tx, caller, {
      action: 'purchase.made',
      subjectKind: 'wallet',
      subjectId: caller.accountId,
      details: { id, number: bought.packageNumber, product: offer.product, units: offer.units, amount: offer.price },
    })
    await announceWallet(tx, caller.accountId)
    return bought
  })

async function requirePackage(tx: AccountTx, { accountId }: Caller, id: string): Promise<Package> {
  const found = await repo.findPackage(tx, accountId, id)
  if (!found) throw new AppError('not-found')
  return shown(found)
}

export async function list({ db }: Services, caller: Caller, find: PackageFind) {
  const { rows, ...rest } = await db.forAccount(caller, (tx) => repo.listPackages(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

export const get = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, (tx) => requirePackage(tx, caller, id))

export const uses = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    await requirePackage(tx, caller, id)
    const rows = await repo.listUses(tx, caller.accountId, id, mostUses)
    const list = rows.map((row) => ({
      id: row.id,
      evidenceNumber: row.subjectNumber,
      useState: row.state as 'reserved' | 'posted' | 'released',
      personName: row.personName,
      at: row.createdAt.toISOString(),
    }))
    return { list, total: rows[0]?.total ?? 0 }
  })
