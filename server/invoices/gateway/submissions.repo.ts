import { sql } from 'kysely'
import type { GatewayTrouble } from '../../../contract/invoices/staff-invoices.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'

const columns = [
  'id',
  'invoiceId',
  'attempt',
  'platformId',
  'accountId',
  'number',
  'amount',
  'state',
  'problem',
  'asked',
  'filesMissed',
  'personId',
  'personName',
  'staffAccountId',
  'createdAt',
] as const

export const findSubmission = (db: Queryable, id: string) =>
  db.selectFrom('invoiceSubmission').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
export type Submission = Awaited<ReturnType<typeof findSubmission>>

export const findOpen = (db: Queryable, invoiceId: string) =>
  db
    .selectFrom('invoiceSubmission')
    .select([...columns, isStoppable.as('mayStop')])
    .where('invoiceId', '=', invoiceId)
    .where('state', '=', 'sending')
    .executeTakeFirst()

/** Staff wait for an answer so long at least, unless something is wrong with the one that came. */
export const isStoppable = sql<boolean>`(problem <> '' or created_at < app_now() - interval '1 hour')`

/** What staff are told of, and the words or figures to it. */
export interface Problem {
  trouble: GatewayTrouble | null
  problem: string
}
const noProblem: Problem = { trouble: null, problem: '' }

/** False where it has ended by now. */
export async function end(tx: Tx, id: string, state: 'issued' | 'failed' | 'stopped', problem = noProblem) {
  const { numUpdatedRows } = await tx
    .updateTable('invoiceSubmission')
    .set({ state, ...problem, askAt: null, endedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What staff must look at before anything else happens to it. */
export const hold = (tx: Tx, id: string, problem: Problem) =>
  tx
    .updateTable('invoiceSubmission')
    .set({ ...problem, askAt: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()

/** It is issued, so its number waits minutes for the file, not the hours in which staff could stop and issue it once more. */
export const countMissedFile = (db: Queryable, id: string) =>
  db
    .updateTable('invoiceSubmission')
    .set((e) => ({ filesMissed: e('filesMissed', '+', 1), askAt: inSeconds(30) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
