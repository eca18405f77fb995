import { sql } from 'kysely'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { findPersonByPhone } from './people.repo.ts'

const lockName = (personId: string) => sql`hashtextextended(${`closing:${personId}`}, 0)`

/** Locks a person's closing: whoever closes somebody waits for what they are just beginning, and the other way round. */
export const lockClosing = (tx: Tx, personId: string) =>
  sql`select pg_advisory_xact_lock(${lockName(personId)})`.execute(tx)

/** When somebody is closed, if they asked for that. */
export const closingOf = async (db: Queryable, personId: string): Promise<Date | null> =>
  (await db.selectFrom('person').select('closingAt').where('id', '=', personId).executeTakeFirst())?.closingAt ?? null

/** A person is not closed until the transaction ends. To be taken before rows that a closing changes: it waits for those at last. */
export const holdClosing = (tx: Tx, personId: string) =>
  sql`select pg_advisory_xact_lock_shared(${lockName(personId)})`.execute(tx)

/** Whoever has this phone is not closed until the transaction ends; who is just being closed has it no more afterwards. */
export async function holdClosingAt(tx: Tx, platformId: string, phone: string) {
  const person = await findPersonByPhone(tx, platformId, phone)
  if (person) await holdClosing(tx, person.id)
}

/** Refuses a person who is about to be closed: they begin nothing that would have to be settled again. Stays so until the transaction ends. */
export async function requireNotClosing(tx: Tx, { personId }: Pick<Caller, 'personId'>) {
  await holdClosing(tx, personId)
  if (await closingOf(tx, personId)) throw new AppError('account-closing')
}

/**
 * Makes sure that whoever owns an account is not closed until the transaction ends. False where that is just being decided: nothing waits for it, for whoever
 * asks may hold rows that a closing changes.
 */
export async function holdAccount(tx: Tx, accountId: string): Promise<boolean> {
  const owners = await tx
    .selectFrom('membership')
    .select('personId')
    .where('accountId', '=', accountId)
    .where('role', '=', 'owner')
    .where('status', '=', 'ACTIVE')
    .execute()
  for (const { personId } of owners) {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock_shared(${lockName(personId)}) as held`.execute(tx)
    if (!rows[0]!.held) return false
  }
  return true
}
