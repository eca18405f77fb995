import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../kit/db/db.ts'
import { newId } from '../kit/ids.ts'

export const captchaTtl = 300
export const codeTtl = 300

const digest = (id: string, answer: string) => createHash('sha256').update(`${id}:${answer.trim().toLowerCase()}`).digest()

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
      id, platformId: c.platformId, scene: c.scene, subject: c.subject, answerSha256: digest(id, c.answer), triesLeft: c.tries,
      expiresAt: sql<Date>`app_now() + ${sql.lit(`${c.ttl} seconds`)}::interval`,
    })
    .execute()
  return id
}

/**
 * True once for the right answer. Every look costs a try in a transaction of its own, so that a caller who
 * rolls back cannot look again for nothing; a right answer ends the challenge.
 */
export async function spendChallenge(db: Database, wanted: { id: string; platformId: string; scene: string; subject: string | null; answer: string }): Promise<boolean> {
  const row = await db.system
    .updateTable('challenge')
    .set((e) => ({ triesLeft: e('triesLeft', '-', 1) }))
    .where('id', '=', wanted.id)
    .where('platformId', '=', wanted.platformId)
    .where('scene', '=', wanted.scene)
    .where('subject', 'is not distinct from', wanted.subject)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning('answerSha256')
    .executeTakeFirst()
  if (!row?.answerSha256.equals(digest(wanted.id, wanted.answer))) return false
  const spent = await db.system.deleteFrom('challenge').where('id', '=', wanted.id).executeTakeFirst()
  return spent.numDeletedRows > 0n
}

export const newSmsCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

export async function sweepChallenges(db: Database) {
  await sql`delete from challenge where expires_at < app_now()`.execute(db.system)
}
