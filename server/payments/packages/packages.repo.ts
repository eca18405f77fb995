import { sql } from 'kysely'
import type { PackageFind, PackageState, PackageUse } from '../../../contract/payments/packages.ts'
import type { AccountTx, Queryable } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

const left = sql<number>`(package.units - package.held - package.used)`
const state = sql<PackageState>`case when package.ends_at <= app_now() then 'ended' when package.used = package.units then 'used-up' else 'active' end`

const columns = [
  'package.id',
  'package.number',
  'package.product',
  'package.units',
  'package.used',
  'package.held',
  'package.price',
  'package.personName',
  'package.createdAt',
  'package.endsAt',
  left.as('left'),
  state.as('state'),
] as const

/** Packages that can pay for a product, in the order in which they do; so many at most. */
export const usablePackages = (tx: Queryable, accountId: string, product: string, most: number) =>
  tx
    .selectFrom('package')
    .select(['id', 'number', 'product', 'units', left.as('left'), 'endsAt'])
    .where('accountId', '=', accountId)
    .where('product', '=', product)
    .where('endsAt', '>', now)
    .where(left, '>', 0)
    .orderBy('endsAt')
    .orderBy('id')
    .limit(most)
    .execute()
export type UsablePackage = Awaited<ReturnType<typeof usablePackages>>[number]

const packages = (tx: Queryable, accountId: string) =>
  tx.selectFrom('package').select(columns).where('package.accountId', '=', accountId)
export type PackageRecord = Awaited<ReturnType<ReturnType<typeof packages>['executeTakeFirstOrThrow']>>

export const findPackage = (tx: AccountTx, accountId: string, id: string) =>
  packages(tx, accountId).where('package.id', '=', id).executeTakeFirst()

export const findByUniqueId = (tx: AccountTx, accountId: string, uniqueId: string) =>
  packages(tx, accountId).select('package.offerId').where('package.uniqueId', '=', uniqueId).executeTakeFirst()

export function listPackages(tx: AccountTx, accountId: string, find: PackageFind) {
  let some = tx.selectFrom('package').where('package.accountId', '=', accountId)
  if (find.product) some = some.where('package.product', '=', find.product)
  if (find.packageState) some = some.where(state, '=', find.packageState)
  return listPage(tx, some, (q) => q.select(columns), find, {
    id: 'package.id',
    createdAt: 'package.created_at',
    endsAt: 'package.ends_at',
  })
}

/** What units of a package paid for, the newest first. */
export const listUses = (tx: AccountTx, accountId: string, packageId: string, most: number) =>
  tx
    .selectFrom('charge')
    .select([
      'id',
      'subjectNumber',
      sql<PackageUse['useState']>`case when refunded_units > 0 then 'released' else state end`.as('state'),
      'personName',
      'createdAt',
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('accountId', '=', accountId)
    .where('packageId', '=', packageId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
