import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Config } from '../../kit/settings/config.ts'

interface Raise {
  personId: string
  /** Whoever made them, or gave them what they may do. */
  raisedBy: string
  /** Made an administrator or a decider of an office, freed of their second step, or let in again. */
  way: 'administrator' | 'decider' | 'second-step' | 'standing'
}

/** Remembers who made or raised somebody: for a time the two count as one where two people have to agree. */
export const recordRaise = (tx: Tx, raise: Raise) =>
  tx
    .insertInto('raisedPerson')
    .values({ id: newId(), ...raise })
    .execute()

/**
 * Of people, those who count as one with somebody for the time being: one of the two made or raised the other lately, or the same third one made
 * or raised both, also through others.
 */
export async function linkedTo(
  db: Queryable,
  { independenceDays: days }: Pick<Config, 'independenceDays'>,
  personId: string,
  others: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (whose, id) as (
      select one, one from unnest(${[personId, ...others]}::uuid[]) as one
      union
      select above.whose, r.raised_by from above join raised_person r on r.person_id = above.id
      where r.created_at > app_now() - make_interval(days => ${days}))
    select distinct d.whose as id from above a join above d on d.id = a.id
    where a.whose = ${personId} and d.whose <> ${personId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Refuses a decision on what was asked for by the same person, or by one who counts as one with them: whoever makes two people decides through both. */
export async function requireIndependent(
  tx: Tx,
  config: Pick<Config, 'independenceDays'>,
  { askedBy, decidedBy }: { askedBy: string; decidedBy: string },
): Promise<void> {
  if (askedBy === decidedBy) throw new AppError('second-person-needed')
  if ((await linkedTo(tx, config, decidedBy, [askedBy])).size)
    throw new AppError('independent-person-needed', { days: config.independenceDays })
}
