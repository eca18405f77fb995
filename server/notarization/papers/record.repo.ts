import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kit/db/db.ts'

/** Every message of an order, the oldest first. */
export const allMessages = (db: Queryable, orderId: string) =>
  db
    .selectFrom('judicialMessage')
    .select(['id', 'side', 'personName', 'content', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Packages of an order's evidence as they were sealed, in its order. */
export async function packagesOf(tx: Tx, orderId: string) {
  const rows = await tx
    .selectFrom('judicialOrderEvidence as o')
    .innerJoin('evidence as e', 'e.id', 'o.evidenceId')
    .select(['o.number', 'e.coreSize as size', 'e.coreSha256 as sha256'])
    .where('o.orderId', '=', orderId)
    .where('o.statementSha256', 'is not', null)
    .orderBy('o.ordinal')
    .execute()
  return rows.flatMap(({ number, size, sha256 }) => (size !== null && sha256 ? [{ number, size, sha256 }] : []))
}

/** Whether a step, a file or a message came since. */
export async function cameSince(tx: Tx, orderId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ came: boolean }>`
    select exists (select from judicial_step where order_id = ${orderId} and created_at > ${since})
      or exists (select from judicial_file where order_id = ${orderId} and shown_at > ${since})
      or exists (select from judicial_message where order_id = ${orderId} and created_at > ${since}) as came`.execute(
    tx,
  )
  return rows[0]!.came
}

export async function timeNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(tx)
  return rows[0]!.now
}
