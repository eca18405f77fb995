import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'

const mostAtOnce = 100

interface Told {
  id: string
  accountId: string
  platformId: string
  number: string
  product: string
  endsAt: Date
  left: number
  days: number | null
}

const columns = sql`p.id, p.account_id as "accountId", p.platform_id as "platformId", p.number, p.product, p.ends_at as "endsAt", p.units - p.held - p.used as left`

/** Tells owners of what ends unused in 30, 7 and 1 days, and of what is used up. */
export const watchPackages = (services: Services) =>
  services.db.asSystem(async (tx) => {
    for (const told of (await takeEnding.execute(tx)).rows) await tellOwner(services, tx, told, 'packageEnding')
    for (const told of (await takeUsedUp.execute(tx)).rows) await tellOwner(services, tx, told, 'packageUsedUp')
  })

/** A package that was bought for less than so many days is not told of them. */
const takeEnding = sql<Told>`
  with due as (
    select id, days from package, lateral (
      select min(d) as days from unnest(array[30, 7, 1]) d
      where ends_at <= app_now() + make_interval(days => d) and ends_at > created_at + make_interval(days => d)) of
    where held + used < units and ends_at > app_now() and ends_at <= app_now() + interval '30 days' and days < coalesce(told_days, 31)
    order by ends_at limit ${mostAtOnce} for update of package skip locked)
  update package p set told_days = due.days from due where p.id = due.id returning ${columns}, due.days`

const takeUsedUp = sql<Told>`
  update package p set told_used = true
  where id in (select id from package where used = units and not told_used order by id limit ${mostAtOnce} for update skip locked)
  returning ${columns}, null as days`

async function tellOwner(
  { jobs }: Services,
  tx: Tx,
  { id, accountId, platformId, number, product, endsAt, left, days }: Told,
  kind: 'packageEnding' | 'packageUsedUp',
) {
  const personId = await ownerOf(tx, accountId)
  if (!personId) return
  const params = { number, product, left, day: shanghaiDay(endsAt) }
  await tell(tx, jobs, { kind, platformId, personId, accountId, subjectId: id, params, once: `${kind}:${id}:${days}` })
}
