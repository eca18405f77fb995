import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'

export const captchaTtl = 300
export const codeTtl = 300

const digest = (id: string, answer: string) =>
  createHash('sha256').update(`${id}:${answer.trim().toLowerCase()}`).digest()

export interface NewChallenge {
  platformId: string
  scene: string
  /** The phone a code was sent to; a code only answers for its own phone. */
  subject: string | null
  answer: string
  tries: number
  ttl: number
}

export async function createChallenge(tx: Tx, c: NewChallenge): Promise<string> {
  const id = newId()
  await tx
    .insertInto('challenge')
    .values({
      id,
      platformId: c.platformId,
      scene: c.scene,
      subject: c.subject,
      answerSha256: digest(id, c.answer),
      triesLeft: c.tries,
      expiresAt: sql<Date>`app_now() + ${sql.lit(`${c.ttl} seconds`)}::interval`,
    })
    .execute()
  return id
}

interface Wanted {
  id: string
  platformId: string
  scene: string
  /** Left out where the challenge itself tells it. */
  subject?: string | null
  answer: string
  /** A right answer costs no try: it is to be given again. */
  rightIsFree?: boolean
}

/**
 * What a rightly answered challenge is bound to; it stays for another look. Every look costs a try in a transaction of its
 * own, so that a caller who rolls back cannot look again for nothing.
 */
export async function tryChallenge(db: Database, wanted: Wanted): Promise<{ subject: string | null } | undefined> {
  const answer = digest(wanted.id, wanted.answer)
  const cost = wanted.rightIsFree ? sql<number>`case when answer_sha256 = ${answer} then 0 else 1 end` : sql.lit(1)
  let some = db.system
    .updateTable('challenge')
    .set((e) => ({ triesLeft: e('triesLeft', '-', cost) }))
    .where('id', '=', wanted.id)
    .where('platformId', '=', wanted.platformId)
    .where('scene', '=', wanted.scene)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', now)
  if (wanted.subject !== undefined) some = some.where('subject', 'is not distinct from', wanted.subject)
  const row = await some.returning(['answerSha256', 'subject']).executeTakeFirst()
  return row?.answerSha256.equals(answer) ? { subject: row.subject } : undefined
}

/** True for the one who ended it. */
export async function endChallenge(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('challenge').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** True once for the right answer, which ends the challenge. */
export const spendChallenge = async (db: Database, wanted: Wanted & { subject: string | null }): Promise<boolean> =>
  (await tryChallenge(db, wanted)) !== undefined && (await endChallenge(db.system, wanted.id))

export const newSmsCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

export async function sweepChallenges(db: Database) {
  await sql`delete from challenge where expires_at < app_now()`.execute(db.system)
}
