import type { OfferBody, OfferFind, PackageOffer, StaffOffer } from '../../../contract/payments/packages.ts'
import type { Price } from '../../../contract/payments/prices.ts'
import { Product } from '../../../contract/payments/products.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { askApproval } from '../../platform/approvals/ask-approval.service.ts'
import { pricesNow } from '../prices/prices-now.ts'
import { offerApproval } from './offer-approval.ts'
import * as repo from './offers.repo.ts'

/** One by one is what each costs alone: tiers count within one act, which a package is not. */
const oneByOne = (prices: readonly Price[], product: string, units: number) =>
  (prices.find((p) => p.product === product)?.amount ?? 0) * units

/** Beside what its units cost one by one. */
export const withPrices = (prices: readonly Price[], { product, ...offer }: repo.OfferRecord): PackageOffer => ({
  ...offer,
  product: Product.parse(product),
  oneByOne: oneByOne(prices, product, offer.units),
})

/** What can be bought now; offers of a product that this version no longer knows are left out. */
export async function onSale({ db }: Services, { platform }: Caller) {
  const [prices, rows] = await Promise.all([
    pricesNow(db.system, platform.id),
    repo.offersOnSale(db.system, platform.id),
  ])
  return { list: rows.filter((r) => Product.safeParse(r.product).success).map((row) => withPrices(prices, row)) }
}

/** One that can be bought now; `offer-gone` where it was taken off sale. */
export async function requireOffer(db: Queryable, platformId: string, id: string): Promise<repo.OfferRecord> {
  const offer = await repo.findOffer(db, platformId, id)
  if (!offer) throw new AppError('not-found')
  const { isOnSale, ...terms } = offer
  if (!isOnSale) throw new AppError('offer-gone')
  return terms
}

export async function list({ db }: Services, { platform }: Caller, find: OfferFind) {
  const prices = await pricesNow(db.system, platform.id)
  const { rows, ...rest } = await repo.listOffers(db.system, platform.id, find)
  const offers = rows.map(({ personName, createdAt, saleState, sold, note, ...row }): StaffOffer => ({
    ...withPrices(prices, row),
    saleState,
    sold,
    note,
    madeBy: personName,
    createdAt: createdAt.toISOString(),
  }))
  return { list: offers, ...rest }
}

/** Another administrator agrees before it is sold: a package is a price as well. */
export const add = ({ db }: Services, caller: Caller, { note, ...terms }: OfferBody) =>
  db.asSystem((tx) => askApproval(tx, caller, offerApproval, { request: { ...terms, note: note ?? '' } }))

export const sell = ({ db }: Services, caller: Caller, id: string, onSale: boolean) =>
  db.asSystem(async (tx) => {
    const changed = await tx
      .updateTable('packageOffer')
      .set({ isOnSale: onSale })
      .where('id', '=', id)
      .where('platformId', '=', caller.platform.id)
      .where('isOnSale', '<>', onSale)
      .returning(['product', 'units', 'price', 'validDays'])
      .executeTakeFirst()
    if (changed) return record(tx, caller, onSale ? 'offer.onSale' : 'offer.offSale', { id, ...changed })
    if (!(await repo.findOffer(tx, caller.platform.id, id))) throw new AppError('not-found')
  })

const record = (
  tx: Parameters<typeof recordAct>[0],
  caller: Caller,
  action: 'offer.onSale' | 'offer.offSale',
  details: object,
) => recordAct(tx, caller, { action, subjectKind: 'platform', subjectId: caller.platform.id, details: { ...details } })
