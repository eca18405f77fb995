import { sql } from 'kysely'
import { scenes, UploadScene } from '../../contract/platform/files.ts'
import type { AccountTx, Database, Queryable, Scope, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { visibleTo } from '../kit/db/visible-to.ts'

/** What anybody may see. */
const shownScenes = UploadScene.options.filter((scene) => scenes[scene].shown)

const columns = ['id', 'name', 'mediaType', 'size', 'sha256'] as const

/** Whoever sends for an account waits for what is just being sent for it, so that its bound holds. */
export const lockUploads = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${accountId}`}, 0))`.execute(tx)

/** Bytes of an account that nothing holds. */
export async function looseBytes(db: Queryable, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('uploadedFile')
    .select(sql<number>`coalesce(sum(size), 0)::int`.as('n'))
    .where('accountId', '=', accountId)
    .where('attachedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export interface NewFile {
  id: string
  platformId: string
  accountId: string
  personId: string
  scene: UploadScene
  name: string
  mediaType: string
  size: number
  sha256: Buffer
  /** Of a picture that everybody sees. */
  width?: number
  height?: number
  /** Of a film. */
  hasSound?: boolean
}
export const insertFile = (tx: Tx, file: NewFile) => tx.insertInto('uploadedFile').values(file).execute()

export const findShown = (db: Queryable, platformId: string, id: string) =>
  db
    .selectFrom('uploadedFile')
    .select([...columns, 'sizedAt'])
    .where('platformId', '=', platformId)
    .where('scene', 'in', shownScenes)
    .where('id', '=', id)
    .executeTakeFirst()

export const findSent = (tx: AccountTx, scope: Scope, id: string) =>
  tx
    .selectFrom('uploadedFile')
    .select(columns)
    .where(visibleTo(scope, 'uploadedFile'))
    .where('id', '=', id)
    .executeTakeFirst()
export type FileRecord = NonNullable<Awaited<ReturnType<typeof findSent>>>

const among = (ids: string[]) => sql<boolean>`id = any(${ids}::uuid[])`

/** Which of these the platform shows; they are kept from the sweep until the transaction ends. */
export const lockShown = (tx: Tx, platformId: string, ids: string[]) =>
  tx
    .selectFrom('uploadedFile')
    .select(['id', 'mediaType'])
    .where('platformId', '=', platformId)
    .where('scene', '=', 'platform')
    .where(among(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Holds what a platform shows of itself, and lets go of what it showed before. */
export async function holdShown(tx: Tx, platformId: string, ids: string[]) {
  const shown = tx.updateTable('uploadedFile').where('platformId', '=', platformId).where('scene', '=', 'platform')
  await shown
    .set({ attachedAt: null })
    .where('attachedAt', 'is not', null)
    .where(sql<boolean>`not ${among(ids)}`)
    .execute()
  await shown.set({ attachedAt: now }).where('attachedAt', 'is', null).where(among(ids)).execute()
}

/** What content is made of beside its words. */
const contentScenes = ['content', 'video', 'captions'] as const satisfies readonly UploadScene[]
export type ContentScene = (typeof contentScenes)[number]

/** Holds files of content; those of these that are there. */
export async function holdContent(tx: Tx, platformId: string, ids: string[], scene: ContentScene): Promise<string[]> {
  const rows = await tx
    .updateTable('uploadedFile')
    .set({ attachedAt: sql<Date>`coalesce(attached_at, app_now())` })
    .where('platformId', '=', platformId)
    .where('scene', '=', scene)
    .where(among(ids))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there is sound in a film of content; undefined where that is not known. */
export async function hasSound(db: Queryable, platformId: string, id: string): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('uploadedFile')
    .select('hasSound')
    .where('platformId', '=', platformId)
    .where('scene', '=', 'video')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.hasSound ?? undefined
}

export const letGoOfContent = (tx: Tx, platformId: string, ids: string[]) =>
  tx
    .updateTable('uploadedFile')
    .set({ attachedAt: null })
    .where('platformId', '=', platformId)
    .where('scene', 'in', contentScenes)
    .where(among(ids))
    .execute()

/** Puts a caller's own files of a scene to use, each once; those that could be. */
export async function attachSent(tx: AccountTx, scope: Scope, scene: UploadScene, ids: string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('uploadedFile')
    .set({ attachedAt: now })
    .where(visibleTo(scope, 'uploadedFile'))
    .where('scene', '=', scene)
    .where('attachedAt', 'is', null)
    .where(among(ids))
    .returning('id')
    .execute()
  return rows.map((r) => r.id)
}

export const findAttached = (db: Queryable, platformId: string, scene: UploadScene, id: string) =>
  db
    .selectFrom('uploadedFile')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('scene', '=', scene)
    .where('attachedAt', 'is not', null)
    .where('id', '=', id)
    .executeTakeFirst()

/** Removes what nothing has held for a day; the collector then takes the bytes. */
export const sweepUploads = (db: Database) =>
  db.system
    .deleteFrom('uploadedFile')
    .where('attachedAt', 'is', null)
    .where('createdAt', '<', sql<Date>`app_now() - interval '1 day'`)
    .execute()
