import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant, OptionalText, SignedFen, wireFen, wireInt, wireList } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { Product, productNames } from './products.ts'

/** The price of one, from so many of one act on. */
const Tier = z.object({ from: z.int(), amount: Fen })
export type Tier = z.output<typeof Tier>
export const mostTiers = 5
/** Of one, and how many of one product an act or a quote may be of: together they stay below what an amount may be. */
export const highestPrice = 10_000_000
export const mostOfOne = 1_000

/** A product and what one of it costs from a day on. */
export const Price = z.object({
  id: Id,
  product: Product,
  /** Of the first tier. */
  amount: Fen,
  tiers: z.array(Tier),
  /** What a result that lacks something costs, in percent of a whole one. */
  partialPercent: z.int(),
  effectiveAt: Instant,
})
export type Price = z.output<typeof Price>

/** Of versions that were, that are and that will be. */
export const PriceState = z.enum(['past', 'current', 'future'])
export type PriceState = z.output<typeof PriceState>

/** A price in the list that staff keep. */
export const PriceVersion = Price.extend({
  state: PriceState,
  note: z.string(),
  madeBy: z.string(),
  createdAt: Instant,
})
export type PriceVersion = z.output<typeof PriceVersion>

export const PriceFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  product: Product.optional(),
  state: PriceState.optional(),
  sort: sortBy(['effectiveAt', 'createdAt'], '-effectiveAt'),
})
export type PriceFind = z.output<typeof PriceFind>

const PriceFen = amountFrom(0, highestPrice)

const ascending = (tiers: readonly { from: number }[]) =>
  !tiers.length || (tiers[0]?.from === 1 && tiers.every((t, i) => i === 0 || t.from > tiers[i - 1]!.from))

export const PriceBody = z.object({
  product: Product,
  tiers: wireList(z.object({ from: wireInt(1, mostOfOne), amount: PriceFen }), mostTiers)
    .refine((tiers) => tiers.length > 0, { error: 'required' })
    .refine(ascending, { error: 'tiersAscend' }),
  partialPercent: wireInt(0, 100).default(100),
  /** Now where it is not given. A price never begins in the past: what was charged would not be what is shown. */
  effectiveAt: Instant.optional(),
  note: OptionalText(200),
})
export type PriceBody = z.output<typeof PriceBody>

/** What the sender was shown that an act costs, in fen: where it costs something else by now, nothing is begun. */
export const Quoted = wireFen.optional()

export const mostQuoted = 100
export const QuoteBody = z.object({
  items: z
    .array(z.object({ product: Product, count: wireInt(1, mostOfOne) }))
    .min(1)
    .max(mostQuoted),
})
export type QuoteBody = z.output<typeof QuoteBody>

/** Which money pays. */
export const Cover = z.object({
  promotional: Fen,
  prepaid: Fen,
  short: Fen,
  /** What can be spent afterwards; below nought by what is missing. */
  left: SignedFen,
})
export type Cover = z.output<typeof Cover>

/** What something would cost, and how it would be paid. */
export const Quote = z.object({
  /** In money: what packages pay for is not in it. */
  total: Fen,
  items: z.array(
    z.object({
      product: Product,
      unit: z.string(),
      count: z.int(),
      /** Of these: those that packages pay for, before any money. */
      byPackage: z.int(),
      amount: Fen,
      priceId: Id,
    }),
  ),
  /** For whoever may see what the account has: the packages that pay, and what is left of each afterwards. */
  packages: z.array(
    z.object({ id: Id, packageNumber: z.string(), product: Product, units: z.int(), left: z.int(), endsAt: Instant }),
  ),
  /** Whether the account has as much, and whoever asks may spend it. */
  covered: z.boolean(),
  /** For whoever may see what the account has: how it is paid. */
  cover: Cover.nullable(),
  /** Of a sub-account that may not spend all: this month's budget, and what of it is not spent yet. */
  budget: z.object({ limit: Fen, left: Fen }).nullable(),
})
export type Quote = z.output<typeof Quote>

const look = { right: 'public', rate: 'read', idempotent: true } as const
const manage = { own: true, right: 'platform.manage' } as const
const PriceList = z.object({ list: z.array(Price) })

export const priceCalls = {
  quote: defineCall({
    method: 'POST',
    path: 'price',
    body: QuoteBody,
    reply: Quote,
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
  current: defineCall({
    method: 'GET',
    path: 'price/current',
    query: z.object({ product: Product.optional() }),
    reply: PriceList,
    ...look,
  }),
  some: defineCall({
    method: 'POST',
    path: 'base/price',
    body: z.object({ products: wireList(Product, productNames.length) }),
    reply: PriceList,
    ...look,
  }),
  one: defineCall({
    method: 'POST',
    path: 'base/price/info',
    body: z.object({ product: Product }),
    reply: Price,
    ...look,
  }),
  versions: defineCall({
    method: 'GET',
    path: 'operator/price',
    query: PriceFind,
    reply: scrollOf(PriceVersion),
    rate: 'read',
    idempotent: true,
    ...manage,
  }),
  add: defineCall({
    method: 'POST',
    path: 'operator/price',
    body: PriceBody,
    reply: z.object({ id: Id }),
    fresh: true,
    rate: 'write',
    idempotent: false,
    ...manage,
  }),
  /** One that has not begun. */
  remove: defineCall({
    method: 'DELETE',
    path: 'operator/price/{id}',
    params: z.object({ id: Id }),
    rate: 'write',
    idempotent: true,
    ...manage,
  }),
}
