import { sql } from 'kysely'
import { type PictureWidth } from '../../../contract/platform/picture-widths.ts'
import { scenes, UploadScene } from '../../../contract/platform/files.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'

/** For which pictures are sent that anybody may see. */
const pictureScenes = UploadScene.options.filter(
  (scene) => scenes[scene].shown && scenes[scene].takes.includes('picture'),
)

/** A picture that ended the process which decodes it, or was cut short as often, stays as it is. */
const mostTries = 5

/** Counted before anything is decoded, so that what ends the worker is not begun for ever; undefined for what needs no sizes. */
export const beginSizes = (tx: Tx, id: string) =>
  tx
    .updateTable('uploadedFile')
    .set({ sizeTries: sql<number>`size_tries + 1` })
    .where('id', '=', id)
    .where('scene', 'in', pictureScenes)
    .where(sql<boolean>`starts_with(media_type, 'image/')`)
    .where('sizedAt', 'is', null)
    .returning(['sha256', sql<boolean>`size_tries > ${mostTries}`.as('isTooMuch')])
    .executeTakeFirst()

/** Pictures that have no sizes yet: those from before there were any, and those whose job was lost. */
export async function picturesWithoutSizes(db: Queryable, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploadedFile')
    .select('id')
    .where('scene', 'in', pictureScenes)
    .where(sql<boolean>`starts_with(media_type, 'image/')`)
    .where('sizedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export interface SizeRow {
  width: number
  mediaType: string
  size: number
  sha256: Buffer
}

/** Keeps the sizes of a picture that is still there and has none; false where it is gone or another was faster. */
export async function keepSizes(
  tx: Tx,
  fileId: string,
  { width, height }: { width: number; height: number },
  sizes: SizeRow[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploadedFile')
    .set({ width, height, sizedAt: now })
    .where('id', '=', fileId)
    .where('sizedAt', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  if (sizes.length)
    await tx
      .insertInto('pictureSize')
      .values(sizes.map((size) => ({ fileId, ...size })))
      .execute()
  return true
}

/** It stays as it is. */
export const giveUpSizes = (tx: Tx, id: string) =>
  tx.updateTable('uploadedFile').set({ sizedAt: now }).where('id', '=', id).execute()

/** The narrowest that is wide enough, in the lightest format that is taken; AVIF is only kept where it is the lightest. */
export const findSize = (db: Queryable, fileId: string, width: PictureWidth, mediaTypes: string[]) =>
  db
    .selectFrom('pictureSize')
    .innerJoin('uploadedFile', 'uploadedFile.id', 'pictureSize.fileId')
    .select(['pictureSize.mediaType', 'pictureSize.size', 'pictureSize.sha256'])
    .where('fileId', '=', fileId)
    .where('pictureSize.mediaType', 'in', mediaTypes)
    .where(sql<boolean>`picture_size.width >= least(${width}, uploaded_file.width)`)
    .orderBy('pictureSize.width')
    .orderBy('pictureSize.mediaType')
    .limit(1)
    .executeTakeFirst()

/** Width and height of pictures that the platform shows, where they are known. */
export async function measuresOf(db: Queryable, platformId: string, ids: readonly string[]) {
  if (!ids.length) return new Map<string, { width: number; height: number }>()
  const rows = await db
    .selectFrom('uploadedFile')
    .select(['id', 'width', 'height'])
    .where('platformId', '=', platformId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }] as const] : [])))
}
