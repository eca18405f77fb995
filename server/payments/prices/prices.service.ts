import { sql } from 'kysely'
import type { Price, PriceBody, PriceFind, PriceVersion, Quote, QuoteBody } from '../../../contract/payments/prices.ts'
import { Product, products } from '../../../contract/payments/products.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Platform } from '../../kit/calls/caller.ts'
import type { AccountTx, Queryable } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { askApproval } from '../../platform/approvals/ask-approval.service.ts'
import type { UsablePackage } from '../packages/packages.repo.ts'
import type { Taken } from '../packages/take-units.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { budgetOf } from './budgets.repo.ts'
import { coverOf } from './cover.ts'
import { type Counts, coveredLines, pricedLines, totalOf } from './lines.ts'
import { priceApproval } from './price-approval.ts'
import { pricesNow, shownPrice } from './prices-now.ts'
import * as repo from './prices.repo.ts'

/** What one of each product costs now, in fen. */
export const firstPrices = async (db: Queryable, platformId: string): Promise<Record<string, number>> =>
  Object.fromEntries((await pricesNow(db, platformId)).map(({ product, amount }) => [product, amount]))

export async function current({ db }: Services, { id }: Platform, wanted?: readonly string[]) {
  const list = await pricesNow(db.system, id)
  return { list: wanted ? list.filter((p) => wanted.includes(p.product)) : list }
}

export async function one(services: Services, platform: Platform, product: Product): Promise<Price> {
  const [price] = (await current(services, platform, [product])).list
  if (!price) throw new AppError('not-found')
  return price
}

/** What is charged and how, as `charge` does it: packages first, then gifts, then what was paid in. Nothing is held by it. */
export const quote = (services: Services, caller: Caller, { items }: QuoteBody): Promise<Quote> =>
  services.db.forAccount(caller, (tx) => quoteOf(services, tx, caller, merged(items)))

export async function quoteOf(services: Services, tx: AccountTx, caller: Caller, counts: Counts): Promise<Quote> {
  const buyer = { accountId: caller.accountId, platformId: caller.platform.id }
  const lines = await coveredLines(tx, buyer, await pricedLines(services, tx, buyer, counts))
  const total = totalOf(lines)
  const cover = coverOf(await walletOf(tx, caller.accountId), total)
  const budget = (await budgetOf(tx, caller)) ?? null
  const seesMoney = caller.rights.has('money.read')
  return {
    total,
    items: lines.map(({ product, count, byPackage, amount, price }) => ({
      product,
      unit: products[product].unit,
      count,
      byPackage,
      amount,
      priceId: price.id,
    })),
    packages: seesMoney ? lines.flatMap(({ paying }) => paying.map(shownSource)) : [],
    covered: cover.left >= 0 && (!budget || budget.left >= total),
    cover: seesMoney ? cover : null,
    budget,
  }
}

/** Each product once: a package pays for the second line of it what is left behind the first. */
function merged(items: QuoteBody['items']): Map<Product, number> {
  const counts = new Map<Product, number>()
  for (const { product, count } of items) counts.set(product, (counts.get(product) ?? 0) + count)
  return counts
}

const shownSource = ({ source, units }: Taken<UsablePackage>): Quote['packages'][number] => ({
  id: source.id,
  packageNumber: source.number,
  product: Product.parse(source.product),
  units,
  left: source.left - units,
  endsAt: source.endsAt.toISOString(),
})

export async function versions({ db }: Services, { platform }: Caller, find: PriceFind) {
  const { rows, ...rest } = await repo.listVersions(db.system, platform.id, find)
  const list = rows.map(({ note, personName, createdAt, state, ...row }): PriceVersion => ({
    ...shownPrice(row),
    state,
    note,
    madeBy: personName,
    createdAt: createdAt.toISOString(),
  }))
  return { list, ...rest }
}

/** Another administrator decides. A price that begins at once begins when they do. */
export const add = ({ db }: Services, caller: Caller, { effectiveAt, note, ...body }: PriceBody) =>
  db.asSystem(async (tx) => {
    if (effectiveAt) {
      if (await repo.isPast(tx, effectiveAt)) throw badFields({ path: 'effectiveAt', key: 'pastInstant' })
      if (await repo.isTaken(tx, caller.platform.id, body.product, effectiveAt))
        throw badFields({ path: 'effectiveAt', key: 'priceThere' })
    }
    return askApproval(tx, caller, priceApproval, {
      request: { ...body, effectiveAt: effectiveAt ?? null, note: note ?? '' },
    })
  })

export const remove = ({ db }: Services, caller: Caller, id: string) =>
  db.asSystem(async (tx) => {
    const found = await tx
      .selectFrom('price')
      .select(['product', sql<boolean>`begins_at <= app_now()`.as('begun')])
      .where('id', '=', id)
      .where('platformId', '=', caller.platform.id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new AppError('not-found')
    if (found.begun) throw new AppError('wrong-state')
    await tx.deleteFrom('price').where('id', '=', id).execute()
    await recordAct(tx, caller, {
      action: 'price.removed',
      subjectKind: 'platform',
      subjectId: caller.platform.id,
      details: { product: found.product },
    })
  })
