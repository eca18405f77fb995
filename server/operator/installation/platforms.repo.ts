import { type SelectQueryBuilder, sql } from 'kysely'
import type { PlatformFind } from '../../../contract/operator/platforms.ts'
import type { Platform } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB, Json } from '../../kit/db/schema.ts'

type Some = SelectQueryBuilder<DB, 'platform', object>

const countOf = (table: 'person' | 'account') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} where platform_id = platform.id)`

const shown = (q: Some) =>
  q
    .select([
      'platform.id',
      'platform.notaryId',
      'platform.name',
      'platform.hosts',
      'platform.isDefault',
      'platform.listed',
      'platform.closedAt',
      'platform.createdAt',
    ])
    .select([
      countOf('person').as('peopleCount'),
      countOf('account').as('accountCount'),
      sql<number>`coalesce((select version from platform_settings where platform_id = platform.id), 0)`.as('version'),
    ])

export function listPlatforms(db: Queryable, find: PlatformFind) {
  let some: Some = db.selectFrom('platform')
  if (find.platformState) some = some.where('closedAt', find.platformState === 'open' ? 'is' : 'is not', null)
  if (find.listed !== undefined) some = some.where('listed', '=', find.listed)
  if (find.keyWord)
    some = some.where(
      sql<boolean>`concat_ws(' ', notary_id, name ->> 'zh', name ->> 'en', array_to_string(hosts, ' ')) ilike ${likeWord(find.keyWord)}`,
    )
  return listPage(db, some, shown, find, { createdAt: 'created_at', notaryId: 'notary_id' })
}

export const findPlatform = (db: Queryable, id: string) =>
  shown(db.selectFrom('platform') as Some)
    .where('platform.id', '=', id)
    .executeTakeFirst()
export type PlatformRecord = NonNullable<Awaited<ReturnType<typeof findPlatform>>>

/** Platforms are made and given hosts one after the other: whoever comes second finds what the first claimed. */
export const lockPlatforms = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('platforms of the installation', 0))`.execute(tx)

/** Which of these hosts lead elsewhere. */
export async function takenHosts(tx: Tx, hosts: string[], platformId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('platformHost')
    .select('host')
    .where(sql<boolean>`host = any(${hosts}::text[])`)
    .where('platformId', '<>', platformId)
    .execute()
  return rows.map(({ host }) => host)
}

export const isNotaryIdTaken = async (tx: Tx, notaryId: string): Promise<boolean> =>
  (await tx.selectFrom('platform').select('id').where('notaryId', '=', notaryId).executeTakeFirst()) !== undefined

const written = (name: Platform['name']) => JSON.stringify(name) as unknown as Json

export const insertPlatform = (tx: Tx, id: string, p: Pick<Platform, 'notaryId' | 'name'> & { hosts: string[] }) =>
  tx
    .insertInto('platform')
    .values({ id, notaryId: p.notaryId, name: written(p.name), hosts: p.hosts })
    .execute()

/** Its names are part of its settings, whose version counts both. */
export async function changePlatform(tx: Tx, id: string, p: { name: Platform['name']; hosts: string[] }) {
  await tx
    .updateTable('platform')
    .set({ name: written(p.name), hosts: p.hosts })
    .where('id', '=', id)
    .execute()
  const { version } = await tx
    .insertInto('platformSettings')
    .values({ platformId: id, settings: '{}' as unknown as Json })
    .onConflict((c) =>
      c.column('platformId').doUpdateSet({ version: sql<number>`platform_settings.version + 1`, updatedAt: now }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** False where it stands so already. */
export async function setClosed(tx: Tx, id: string, closed: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('platform')
    .set({ closedAt: closed ? now : null })
    .where('id', '=', id)
    .where('closedAt', closed ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
