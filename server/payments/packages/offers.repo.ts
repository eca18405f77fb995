import { sql } from 'kysely'
import type { OfferFind, SaleState } from '../../../contract/payments/packages.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'

const columns = [
  'packageOffer.id',
  'packageOffer.product',
  'packageOffer.units',
  'packageOffer.price',
  'packageOffer.validDays',
] as const

const offers = (db: Queryable, platformId: string) =>
  db.selectFrom('packageOffer').where('packageOffer.platformId', '=', platformId)

/** What can be bought, product by product, the small ones first. */
export const offersOnSale = (db: Queryable, platformId: string) =>
  offers(db, platformId)
    .select(columns)
    .where('isOnSale', '=', true)
    .orderBy('product')
    .orderBy('units')
    .orderBy('price')
    .execute()
export type OfferRecord = Awaited<ReturnType<typeof offersOnSale>>[number]

export const findOffer = (db: Queryable, platformId: string, id: string) =>
  offers(db, platformId)
    .select([...columns, 'packageOffer.isOnSale'])
    .where('packageOffer.id', '=', id)
    .executeTakeFirst()

export function listOffers(db: Queryable, platformId: string, find: OfferFind) {
  let some = offers(db, platformId)
  if (find.product) some = some.where('packageOffer.product', '=', find.product)
  if (find.saleState) some = some.where('packageOffer.isOnSale', '=', find.saleState === 'on-sale')
  return listPage(
    db,
    some,
    (q) =>
      q.select([
        ...columns,
        sql<SaleState>`case when package_offer.is_on_sale then 'on-sale' else 'off-sale' end`.as('saleState'),
        sql<number>`(select count(*) from package where package.offer_id = package_offer.id)::int`.as('sold'),
        'packageOffer.note',
        'packageOffer.personName',
        'packageOffer.createdAt',
      ]),
    find,
    { id: 'package_offer.id', createdAt: 'package_offer.created_at', price: 'package_offer.price' },
  )
}
