import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'

export interface SealedColumns {
  completeness: 'full' | 'partial'
  finishedAt: Date
  sealedAt: Date
  statement: Buffer
  statementSha256: Buffer
  token: Buffer
  tokenSerial: string
}

/** False where the record is no longer being sealed by this attempt: nothing may be written then. */
export async function markFixed(
  tx: Tx,
  record: { id: string; attempt: number },
  sealed: SealedColumns,
  capture: object,
  confirmHours: number | null,
) {
  const state =
    confirmHours === null
      ? { status: 'collected' }
      : { status: 'to-confirm', confirmUntil: sql<Date>`app_now() + make_interval(hours => ${confirmHours})` }
  const { numUpdatedRows } = await tx
    .updateTable('evidence')
    .set({ ...sealed, capture: JSON.stringify(capture) as unknown as Json, ...state, step: null, percent: 100 })
    .where('id', '=', record.id)
    .where('attempt', '=', record.attempt)
    .where('status', '=', 'uploading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface NewFile {
  id: string
  evidenceId: string
  accountId: string
  ordinal: number
  path: string
  mediaType: string
  size: number
  sha256: Buffer
  sm3: Buffer
}

export async function insertFiles(tx: Tx, files: NewFile[]) {
  await tx.insertInto('evidenceFile').values(files).execute()
}
