import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant, OptionalText, wireBool, wireFen, wireInt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { Cover } from './prices.ts'
import { Product } from './products.ts'

/** What the database keeps an offer within. */
export const packageBounds = { mostUnits: 100_000, mostFen: 100_000_000, mostDays: 3_650 } as const

/** So many of one product for one price, to be used until a number of days has passed. */
export const PackageOffer = z.object({
  id: Id,
  product: Product,
  units: z.int(),
  price: Fen,
  validDays: z.int(),
  /** What as many cost now, bought one by one. */
  oneByOne: Fen,
})
export type PackageOffer = z.output<typeof PackageOffer>

export const SaleState = z.enum(['on-sale', 'off-sale'])
export type SaleState = z.output<typeof SaleState>

/** An offer in the list that staff keep. */
export const StaffOffer = PackageOffer.extend({
  saleState: SaleState,
  /** How many were bought. */
  sold: z.int(),
  note: z.string(),
  madeBy: z.string(),
  createdAt: Instant,
})
export type StaffOffer = z.output<typeof StaffOffer>

export const OfferFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  product: Product.optional(),
  saleState: SaleState.optional(),
  sort: sortBy(['createdAt', 'price'], '-createdAt'),
})
export type OfferFind = z.output<typeof OfferFind>

export const OfferBody = z.object({
  product: Product,
  units: wireInt(1, packageBounds.mostUnits),
  price: amountFrom(1, packageBounds.mostFen),
  validDays: wireInt(1, packageBounds.mostDays),
  note: OptionalText(200),
})
export type OfferBody = z.output<typeof OfferBody>

/** One with something left, one that is used up, and one whose time has passed. */
export const PackageState = z.enum(['active', 'used-up', 'ended'])
export type PackageState = z.output<typeof PackageState>

/** A package that an account bought. */
export const Package = z.object({
  id: Id,
  packageNumber: z.string(),
  product: Product,
  packageState: PackageState,
  units: z.int(),
  /** Of these: taken, held by what is under way, and left. */
  used: z.int(),
  held: z.int(),
  left: z.int(),
  price: Fen,
  personName: z.string(),
  createdAt: Instant,
  endsAt: Instant,
})
export type Package = z.output<typeof Package>

export const PackageFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  product: Product.optional(),
  packageState: PackageState.optional(),
  sort: sortBy(['createdAt', 'endsAt'], '-createdAt'),
})
export type PackageFind = z.output<typeof PackageFind>

/** What one unit of a package paid for: under way, done, or given back. */
export const PackageUse = z.object({
  id: Id,
  evidenceNumber: z.string(),
  useState: z.enum(['reserved', 'posted', 'released']),
  personName: z.string(),
  at: Instant,
})
export type PackageUse = z.output<typeof PackageUse>

export const BuyBody = z.object({
  offerId: Id,
  /** What the buyer was shown that it costs, in fen. */
  quoted: wireFen,
  /** Repeating a request with the same id answers with the same package. */
  unique_id: z.string().min(8).max(100),
})
export type BuyBody = z.output<typeof BuyBody>

/** What is bought: a package, by the id of its offer. */
export const TradeBody = z.object({ bizType: z.enum(['package']), bizId: Id })

/** What a purchase costs, and which money pays for it. */
export const TradePrice = z.object({
  /** One by one; `discount` is what is saved by buying it at once, never below nought. */
  amount: Fen,
  discount: Fen,
  payable: Fen,
  /** Whether the balance has as much, and a sub-account's budget. */
  balanceEnough: z.boolean(),
  cover: Cover,
})
export type TradePrice = z.output<typeof TradePrice>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'money.read', rate: 'read', idempotent: true } as const
const manage = { own: true, right: 'platform.manage' } as const

export const packageCalls = {
  offers: defineCall({
    method: 'GET',
    path: 'package/offer',
    reply: z.object({ list: z.array(PackageOffer) }),
    ...read,
  }),
  price: defineCall({
    method: 'POST',
    path: 'trade/price',
    body: TradeBody,
    reply: TradePrice,
    right: 'money.pay',
    rate: 'read',
    idempotent: true,
  }),
  buy: defineCall({
    method: 'POST',
    path: 'package',
    own: true,
    body: BuyBody,
    reply: Package,
    right: 'money.pay',
    rate: 'write',
    idempotent: false,
  }),
  list: defineCall({ method: 'GET', path: 'package/list', query: PackageFind, reply: scrollOf(Package), ...read }),
  get: defineCall({ method: 'GET', path: 'package/{id}', ...byId, reply: Package, ...read }),
  /** The newest of what it paid for, at most a hundred. */
  uses: defineCall({
    method: 'GET',
    path: 'package/{id}/uses',
    ...byId,
    reply: z.object({ list: z.array(PackageUse), total: z.int() }),
    ...read,
  }),
}

export const offerCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/package',
    query: OfferFind,
    reply: scrollOf(StaffOffer),
    rate: 'read',
    idempotent: true,
    ...manage,
  }),
  /** Another administrator agrees before it is sold; the id is that of what waits, and the offer's then. */
  add: defineCall({
    method: 'POST',
    path: 'operator/package',
    body: OfferBody,
    reply: z.object({ id: Id }),
    fresh: true,
    rate: 'write',
    idempotent: false,
    ...manage,
  }),
  /** On sale, or not any more; what was bought stays. */
  sell: defineCall({
    method: 'PUT',
    path: 'operator/package/{id}/sale',
    ...byId,
    body: z.object({ onSale: wireBool }),
    rate: 'write',
    idempotent: true,
    ...manage,
  }),
}
