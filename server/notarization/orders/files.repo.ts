import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { Side } from '../../../contract/notarization/order-kind.ts'

const columns = [
  'id',
  'part',
  'side',
  'fileName',
  'mediaType',
  'size',
  'sha256',
  'personName',
  'createdAt',
  'keptAt',
  'shownAt',
] as const

const all = (db: Queryable, orderId: string) =>
  db.selectFrom('judicialFile').select(columns).where('orderId', '=', orderId).orderBy('createdAt').orderBy('id')

/** By the parts of its order. */
export const filesOf = (db: Queryable, orderId: string) => all(db, orderId).where('messageId', 'is', null).execute()

/** That came with messages. */
export const messageFilesOf = (db: Queryable, orderId: string) =>
  all(db, orderId).select('messageId').where('messageId', 'is not', null).execute()

export type FileRecord = Awaited<ReturnType<typeof filesOf>>[number]

export const findFile = (db: Queryable, orderId: string, id: string) =>
  db.selectFrom('judicialFile').select(columns).where('orderId', '=', orderId).where('id', '=', id).executeTakeFirst()

/** Whether somebody sees a file: their side's own, and what the other side has shown them. */
export const isVisible = ({ side }: { side: Side }, file: Pick<FileRecord, 'side' | 'shownAt'>) =>
  file.side === side || file.shownAt !== null

/** Files that both sides see. */
export const shownFilesOf = async (db: Queryable, orderId: string) =>
  (await filesOf(db, orderId)).filter(({ shownAt }) => shownAt !== null)

/** The parts of one side's files that a step keeps and shows. */
export interface FilesMoved {
  side: Exclude<Side, 'system'>
  /** Files of these parts stay from then on. */
  keeps: readonly string[]
  /** The other side sees what stays at once; else only what is issued of it. */
  isShown: boolean
  /** The newest file of each part that stays is shown to the other side: those before it were sent back. */
  issues: readonly string[]
}

/** Hands over the files of a step. */
export async function moveFiles(tx: Tx, orderId: string, { side, keeps, isShown, issues }: FilesMoved) {
  if (keeps.length)
    await tx
      .updateTable('judicialFile')
      .set({ keptAt: now, ...(isShown && { shownAt: now }) })
      .where('orderId', '=', orderId)
      .where('side', '=', side)
      .where('part', 'in', keeps)
      .where('keptAt', 'is', null)
      .execute()
  if (issues.length)
    await sql`
      update judicial_file set shown_at = app_now() where shown_at is null and id in (
        select distinct on (part) id from judicial_file
        where order_id = ${orderId} and side = ${side} and part = any(${issues}) and kept_at is not null
        order by part, created_at desc, id desc)`.execute(tx)
}
