import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { eachRow, inBatches } from '../../kit/work/each-row.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'

const batch = 100

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
  eachRow(dueNews(services), ({ take, kind }) =>
    services.db.asSystem(async (tx) => {
      for (const one of (await take.execute(tx)).rows) await tellOwner(services, tx, one, kind)
    }),
  )

async function* dueNews({ db: { system } }: Services) {
  const all = (due: RawBuilder<unknown>) =>
    inBatches(async (after) => {
      const { rows } = await sql<Pick<Told, 'id'>>`
        select id from (${due}) of where (${after}::uuid is null or id > ${after}::uuid) order by id limit ${batch}`.execute(
        system,
      )
      return rows.map(({ id }) => id)
    }, batch)
  for await (const id of all(ending)) yield { take: takeEnding(id), kind: 'packageEnding' as const }
  for await (const id of all(sql`select id from package where ${isUsedUp}`))
    yield { take: takeUsedUp(id), kind: 'packageUsedUp' as const }
}

/** A package that was bought for less than so many days is not told of them. */
const ending = sql`
  select package.id, ends_at, days from package, lateral (
    select min(d) as days from unnest(array[30, 7, 1]) d
    where ends_at <= app_now() + make_interval(days => d) and ends_at > created_at + make_interval(days => d)) of
  where held + used < units and ends_at > app_now() and ends_at <= app_now() + interval '30 days' and days < coalesce(told_days, 31)`

const isUsedUp = sql`used = units and not told_used`

const takeEnding = (id: string) => sql<Told>`
  with due as (${ending} and package.id = ${id} for update of package skip locked)
  update package p set told_days = due.days from due where p.id = due.id returning ${columns}, due.days`

const takeUsedUp = (id: string) => sql<Told>`
  update package p set told_used = true where id = ${id} and ${isUsedUp} returning ${columns}, null as days`

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
