import { type ExpressionBuilder, sql } from 'kysely'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'
import { sha256 } from '../sign-in/browser.ts'
import type { Identity } from './identity.ts'

export type Purpose = 'SIGN_IN' | 'BIND' | 'REBIND'

/** Longer than a code of either vendor that somebody was slow to bring. */
const ttl = '15 minutes'
const inAWhile = sql<Date>`app_now() + ${sql.lit(ttl)}::interval`

interface NewAttempt {
  platformId: string
  provider: Provider
  appId: string
  purpose: Purpose
  state: string
  browser: string
  sessionSha256: Buffer | null
}

export async function createAttempt(tx: Tx, { state, browser, ...rest }: NewAttempt) {
  await tx
    .insertInto('thirdAttempt')
    .values({ id: newId(), ...rest, stateSha256: sha256(state), browserSha256: sha256(browser), expiresAt: inAWhile })
    .execute()
}

interface Wanted {
  platformId: string
  provider: Provider
  appId: string
  purpose: Purpose
  state: string
  browserSha256: Buffer
  sessionSha256: Buffer | null
  code: string
}

/**
 * The attempt that an answer of the vendor belongs to; `first` for the answer that came first. Undefined for a state that is unknown,
 * old, of another browser, session or purpose, or was answered otherwise.
 */
export async function takeAttempt(
  db: Database,
  { state, code, ...rest }: Wanted,
): Promise<{ id: string; first: boolean } | undefined> {
  const codeSha256 = sha256(code)
  const same = { stateSha256: sha256(state), ...rest }
  const taken = await db.system
    .updateTable('thirdAttempt')
    .set({ codeSha256 })
    .where((e) => matches(e, same))
    .where('codeSha256', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (taken) return { ...taken, first: true }
  const before = await db.system
    .selectFrom('thirdAttempt')
    .select('id')
    .where((e) => matches(e, same))
    .where('codeSha256', '=', codeSha256)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return before && { ...before, first: false }
}

type Same = Omit<Wanted, 'state' | 'code'> & { stateSha256: Buffer }

const matches = (
  e: ExpressionBuilder<DB, 'thirdAttempt'>,
  { platformId, provider, appId, purpose, stateSha256, browserSha256, sessionSha256 }: Same,
) =>
  e.and([
    e.and({ platformId, provider, appId, purpose, stateSha256, browserSha256 }),
    e('sessionSha256', 'is not distinct from', sessionSha256),
  ])

/** What became of it: `FOUND`, or the code of a refusal. It lives on from here, for whoever still has to give a phone number. */
export async function settleAttempt(db: Queryable, id: string, outcome: string, identity?: Identity) {
  await db
    .updateTable('thirdAttempt')
    .set({ outcome, expiresAt: inAWhile, ...identity })
    .where('id', '=', id)
    .execute()
}

const columns = [
  'id',
  'platformId',
  'provider',
  'appId',
  'outcome',
  'subject',
  'also',
  'unionId',
  'browserSha256',
] as const

export const readAttempt = (db: Queryable, id: string) =>
  db.selectFrom('thirdAttempt').select(columns).where('id', '=', id).where('expiresAt', '>', now).executeTakeFirst()

export async function sweepAttempts(db: Database) {
  await sql`delete from third_attempt where expires_at < app_now()`.execute(db.system)
}
