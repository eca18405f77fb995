import type { Queryable, Tx } from '../../kit/db/db.ts'

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

/** Hands in what one side added. */
export const keepFiles = (tx: Tx, orderId: string, side: string, now: ReturnType<typeof import('kysely').sql<Date>>) =>
  tx
    .updateTable('judicialFile')
    .set({ keptAt: now })
    .where('orderId', '=', orderId)
    .where('side', '=', side)
    .where('keptAt', 'is', null)
    .execute()
