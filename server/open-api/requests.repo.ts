import { sql } from 'kysely'
import type { Database } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { newId } from '../kit/ids.ts'

/** A key by its access key, whoever's it is. */
export const keyByAccess = (db: Database, accessKey: string) =>
  db.system
    .selectFrom('apiKey')
    .select([
      'id',
      'platformId',
      'accountId',
      'membershipId',
      'name',
      'publicKey',
      'ips',
      'status',
      sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired'),
    ])
    .where('accessKey', '=', accessKey)
    .executeTakeFirst()
export type SignedKey = NonNullable<Awaited<ReturnType<typeof keyByAccess>>>

export const clockDrift = async (db: Database, tonce: number): Promise<number> =>
  (
    await sql<{
      drift: number
    }>`select abs(floor(extract(epoch from app_now())) - ${tonce}::bigint)::float8 as drift`.execute(db.system)
  ).rows[0]!.drift

/** False where the key asked under this id before; it is kept by its own commit, whatever becomes of what was asked. */
export async function rememberRequest(db: Database, keyId: string, requestId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.system
    .insertInto('apiRequest')
    .values({ keyId, requestId })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface Logged {
  requestId: string
  operation: string
  ip: string
  result: string
  milliseconds: number
}

export const logCall = (db: Database, { id: keyId, platformId, accountId }: SignedKey, call: Logged) =>
  db.asSystem(async (tx) => {
    await tx
      .insertInto('apiCall')
      .values({
        id: newId(),
        platformId,
        accountId,
        keyId,
        ...call,
        at: sql<Date>`app_now() - make_interval(secs => ${call.milliseconds / 1000}::float8)`,
      })
      .execute()
    if (call.result === 'ok') await tx.updateTable('apiKey').set({ lastUsedAt: now }).where('id', '=', keyId).execute()
  })

/** A request's time is good for ten minutes at most. */
export async function sweepRequests(db: Database) {
  await sql`delete from api_request where at < app_now() - interval '1 hour'`.execute(db.system)
}
