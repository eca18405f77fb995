import type { Queryable } from '../../kit/db/db.ts'

export const stepColumns = [
  'id',
  'step',
  'state',
  'side',
  'reason',
  'code',
  'told',
  'extra',
  'inquiry',
  'personId',
  'personName',
  'createdAt',
] as const

export const stepsOf = (db: Queryable, id: string) =>
  db
    .selectFrom('judicialStep')
    .select(stepColumns)
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type StepRecord = Awaited<ReturnType<typeof stepsOf>>[number]

/** The last taker of each of these steps, by order and step. */
export async function lastTakers(db: Queryable, ids: readonly string[], steps: readonly string[]) {
  if (!ids.length || !steps.length) return []
  return db
    .selectFrom('judicialStep')
    .select(['orderId', 'step', 'personId'])
    .distinctOn(['orderId', 'step'])
    .where('orderId', 'in', ids)
    .where('step', 'in', steps)
    .orderBy('orderId')
    .orderBy('step')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
