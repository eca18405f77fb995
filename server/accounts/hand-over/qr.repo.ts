import { sql } from 'kysely'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'
import { sha256 } from '../sign-in/browser.ts'

/** Time to take a phone out and sign in on it. */
const ttl = '3 minutes'
const alive = sql<boolean>`expires_at > app_now()`

interface NewQr {
  browser: string
  secret: string
  number: string
}

export const createQr = (tx: Tx, { platform, ip, userAgent }: Visitor, { browser, secret, number }: NewQr) =>
  tx
    .insertInto('qrSignIn')
    .values({
      id: newId(),
      platformId: platform.id,
      browserSha256: sha256(browser),
      secretSha256: sha256(secret),
      number,
      ip,
      userAgent: userAgent.slice(0, 300),
      expiresAt: sql<Date>`app_now() + ${sql.lit(ttl)}::interval`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()

/** As the browser that shows it may see it. */
export const ofBrowser = (db: Queryable, id: string, platformId: string, browserSha256: Buffer) =>
  db
    .selectFrom('qrSignIn')
    .select(['status', 'number'])
    .where('id', '=', id)
    .where('platformId', '=', platformId)
    .where('browserSha256', '=', browserSha256)
    .where(alive)
    .executeTakeFirst()

/** The first who reads it has it; reading it again changes nothing. */
export const scanQr = (db: Database, id: string, secret: string, { platform, personId, sessionHash }: Caller) =>
  db.system
    .updateTable('qrSignIn')
    .set({ status: 'SCANNED', personId, sessionSha256: sessionHash })
    .where('id', '=', id)
    .where('secretSha256', '=', sha256(secret))
    .where('platformId', '=', platform.id)
    .where((e) => e.or([e('status', '=', 'WAIT'), e.and({ status: 'SCANNED', personId })]))
    .where(alive)
    .returning(['ip', 'userAgent', 'createdAt', 'expiresAt'])
    .executeTakeFirst()

/** Answers it for good; undefined where it was answered, or is somebody else's. */
export const answerQr = (
  tx: Tx,
  id: string,
  secret: string,
  { platform, personId, sessionHash }: Caller,
  status: 'CONFIRMED' | 'REFUSED',
) =>
  tx
    .updateTable('qrSignIn')
    .set({ status, sessionSha256: sessionHash })
    .where('id', '=', id)
    .where('secretSha256', '=', sha256(secret))
    .where('platformId', '=', platform.id)
    .where('status', '=', 'SCANNED')
    .where('personId', '=', personId)
    .where(alive)
    .returning(['ip', 'userAgent'])
    .executeTakeFirst()

export const numberOf = async (db: Queryable, id: string, secret: string) =>
  (
    await db
      .selectFrom('qrSignIn')
      .select('number')
      .where('id', '=', id)
      .where('secretSha256', '=', sha256(secret))
      .executeTakeFirst()
  )?.number

/** What was confirmed, for the one who takes it: the person, and how far the session reached that confirmed it. Undefined where that has ended. */
export const takeQr = (tx: Tx, id: string, platformId: string, browserSha256: Buffer) =>
  tx
    .updateTable('qrSignIn')
    .from('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .set({ status: 'TAKEN' })
    .whereRef('session.tokenSha256', '=', 'qrSignIn.sessionSha256')
    .where('qrSignIn.id', '=', id)
    .where('qrSignIn.platformId', '=', platformId)
    .where('browserSha256', '=', browserSha256)
    .where('qrSignIn.status', '=', 'CONFIRMED')
    .where(sql<boolean>`qr_sign_in.expires_at > app_now()`)
    .where('session.expiresAt', '>', now)
    .returning(['person.id', 'person.name', 'session.membershipId', 'session.tokenSha256'])
    .executeTakeFirst()

export async function sweepQrs(db: Database) {
  await sql`delete from qr_sign_in where expires_at < app_now()`.execute(db.system)
}
