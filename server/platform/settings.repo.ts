import { type SelectQueryBuilder, sql } from 'kysely'
import type { Settings } from '../../contract/platform/settings.ts'
import type { Platform } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import type { DB, Json } from '../kit/db/schema.ts'

const json = (value: unknown) => JSON.stringify(value) as unknown as Json

const shown = (db: Queryable) =>
  (db.selectFrom('platform') as SelectQueryBuilder<DB, 'platform', object>)
    .leftJoin('platformSettings', 'platformSettings.platformId', 'platform.id')
    .select([
      'platform.id',
      'platform.notaryId',
      'platform.name',
      'platform.listed',
      'platformSettings.settings',
      sql<number>`coalesce(platform_settings.version, 0)`.as('version'),
    ])

export const findSettings = (db: Queryable, platformId: string) =>
  shown(db).where('platform.id', '=', platformId).executeTakeFirstOrThrow()
export type SettingsRecord = Awaited<ReturnType<typeof findSettings>>

/** Whoever saves a platform's settings holds it to the end of their transaction. */
export const lockPlatform = (tx: Tx, platformId: string) =>
  tx.selectFrom('platform').select('id').where('id', '=', platformId).forUpdate().execute()

export async function saveSettings(
  tx: Tx,
  platformId: string,
  { name, listed, settings }: { name: Platform['name']; listed: boolean; settings: Settings },
): Promise<number> {
  await tx
    .updateTable('platform')
    .set({ name: json(name), listed })
    .where('id', '=', platformId)
    .execute()
  const { version } = await tx
    .insertInto('platformSettings')
    .values({ platformId, settings: json(settings) })
    .onConflict((c) =>
      c.column('platformId').doUpdateSet((e) => ({
        settings: e.ref('excluded.settings'),
        version: sql<number>`platform_settings.version + 1`,
        updatedAt: now,
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** One's own platform first, then those that let others know of them. */
export const listNamed = (db: Queryable, platformId: string) =>
  shown(db)
    .where((e) => e.or([e('platform.id', '=', platformId), e('platform.listed', '=', true)]))
    .orderBy(sql`platform.id <> ${platformId}`)
    .orderBy('platform.notaryId')
    .limit(500)
    .execute()
