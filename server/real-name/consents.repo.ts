import { sql } from 'kysely'
import type { ConsentPurpose } from '../../contract/real-name/consents.ts'
import type { AccountTx, Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'

export const consentsOf = (tx: AccountTx, personId: string) =>
  tx
    .selectFrom('consent')
    .innerJoin('consentText', 'consentText.sha256', 'consent.textSha256')
    .select([
      'consent.id',
      'consent.purpose',
      'consent.version',
      'consentText.words',
      'consent.givenAt',
      'consent.withdrawnAt',
    ])
    .where('personId', '=', personId)
    .orderBy('givenAt', 'desc')
    .orderBy('consent.id', 'desc')
    .limit(100)
    .execute()

/** What somebody agrees to now for a purpose. */
export const liveConsent = (db: Queryable, personId: string, purpose: ConsentPurpose) =>
  db
    .selectFrom('consent')
    .select(['id', 'version'])
    .where('personId', '=', personId)
    .where('purpose', '=', purpose)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()

/** Two at once agree one after the other. */
export const lockConsents = (tx: Tx, personId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`consents:${personId}`}, 0))`.execute(tx)

export const keepText = (
  tx: Tx,
  text: { sha256: Buffer; purpose: string; version: string; lang: string; words: string },
) =>
  tx
    .insertInto('consentText')
    .values(text)
    .onConflict((c) => c.doNothing())
    .execute()

export const insertConsent = (
  tx: Tx,
  consent: {
    id: string
    platformId: string
    personId: string
    purpose: string
    version: string
    textSha256: Buffer
    ip: string
  },
) => tx.insertInto('consent').values(consent).execute()

/** The consent that ended; undefined where it is not this person's, or ended before. */
export const endConsent = (tx: Tx, personId: string, id: string) =>
  tx
    .updateTable('consent')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where('withdrawnAt', 'is', null)
    .returning(['purpose', 'version'])
    .executeTakeFirst()
