import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Config } from '../../kit/settings/config.ts'

interface Raise {
  personId: string
  /** Whoever made them, or gave them what they may do. */
  raisedBy: string
  /** Made an administrator, freed of their second step, or let in again. */
  way: 'administrator' | 'second-step' | 'standing'
}

/** Remembers who made or raised somebody: for a time the two count as one where two people have to agree. */
export const recordRaise = (tx: Tx, raise: Raise) =>
  tx
    .insertInto('raisedPerson')
    .values({ id: newId(), ...raise })
    .execute()

/**
 * Refuses a decision on what was asked for by the same person, or where one of the two made or raised the other lately, or the same third one made or
 * raised both, also through others: whoever makes two people decides through both.
 */
export async function requireIndependent(
  tx: Tx,
  { independenceDays: days }: Pick<Config, 'independenceDays'>,
  { askedBy, decidedBy }: { askedBy: string; decidedBy: string },
): Promise<void> {
  if (askedBy === decidedBy) throw new AppError('second-person-needed')
  const { rows } = await sql<{ isLinked: boolean }>`
    with recursive above (whose, id) as (
      select one, one from unnest(array[${askedBy}, ${decidedBy}]::uuid[]) as one
      union
      select above.whose, r.raised_by from above join raised_person r on r.person_id = above.id
      where r.created_at > app_now() - make_interval(days => ${days}))
    select exists (
      select from above a join above d on d.id = a.id where a.whose = ${askedBy} and d.whose = ${decidedBy}) as is_linked`.execute(
    tx,
  )
  if (rows[0]!.isLinked) throw new AppError('independent-person-needed', { days })
}
