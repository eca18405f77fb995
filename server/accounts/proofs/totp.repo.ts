import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { digitsOf } from '../../../contract/kit/typed/clean.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'

const recoveryCount = 10
/** Letters and digits that cannot be mistaken for one another; four groups of four hold 79 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newRecoveryCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

const hashOf = (code: string) => createHash('sha256').update(digitsOf(code).toLowerCase()).digest()

/** Since when the second step is on, and how many recovery codes are left. */
export async function stateOfTotp(
  db: Queryable,
  personId: string,
): Promise<{ since: Date | null; recoveryCodes: number }> {
  const row = await db
    .selectFrom('totp')
    .select([
      'activeAt',
      (e) =>
        e
          .selectFrom('recoveryCode')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('recoveryCode.personId', '=', 'totp.personId')
          .as('left'),
    ])
    .where('personId', '=', personId)
    .executeTakeFirst()
  return { since: row?.activeAt ?? null, recoveryCodes: row?.left ?? 0 }
}

/** What is being set up replaces an earlier attempt; what is on stays, and gives false. */
export async function putPending(tx: Tx, personId: string, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp')
    .values({ personId, secret })
    .onConflict((c) =>
      c.column('personId').doUpdateSet({ secret, createdAt: now, lastStep: 0 }).where('totp.activeAt', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A secret, and the server's time as the database tells it. One that is being set up is kept for fifteen minutes. */
export const findSecret = (db: Queryable, personId: string, state: 'on' | 'pending') => {
  const one = db
    .selectFrom('totp')
    .select(['secret', now.as('now')])
    .where('personId', '=', personId)
  return (
    state === 'on'
      ? one.where('activeAt', 'is not', null)
      : one.where('activeAt', 'is', null).where('createdAt', '>', sql<Date>`app_now() - interval '15 minutes'`)
  ).executeTakeFirst()
}

export async function activate(tx: Tx, personId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ activeAt: now })
    .where('personId', '=', personId)
    .where('activeAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True once for each thirty seconds, and never for earlier ones again. By itself, so that no roll-back gives it back. */
export async function spendStep(db: Database, personId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db.system
    .updateTable('totp')
    .set({ lastStep: step })
    .where('personId', '=', personId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True once for each code. */
export async function spendRecoveryCode(db: Database, personId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.system
    .deleteFrom('recoveryCode')
    .where('personId', '=', personId)
    .where('codeSha256', '=', hashOf(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ten new ones in the place of all former. */
export async function renewRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  await tx.deleteFrom('recoveryCode').where('personId', '=', personId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ personId, codeSha256: hashOf(code) })))
    .execute()
  return codes
}

/** False where there was none. */
export async function removeTotp(tx: Tx, personId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('totp').where('personId', '=', personId).returning('activeAt').executeTakeFirst()
  return Boolean(gone?.activeAt)
}
