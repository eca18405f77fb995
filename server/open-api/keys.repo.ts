import { sql } from 'kysely'
import { type KeyCallFind, type KeyFind, logDays } from '../../contract/open-api/keys.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx, Database } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { PublicKey } from './public-key.ts'

const columns = [
  'id',
  'name',
  'accessKey',
  'fingerprint',
  'bits',
  'ips',
  'callbackUrl',
  'lastUsedAt',
  'expiresAt',
  'version',
  'createdAt',
  'updatedAt',
] as const
const statusNow = sql<string>`case when status = 'ACTIVE' and expires_at <= app_now() then 'EXPIRED' else status end`
const shownColumns = [
  statusNow.as('status'),
  sql<string>`(select p.name from membership m join person p on p.id = m.person_id where m.id = api_key.membership_id)`.as(
    'maker',
  ),
  sql<number>`(select count(*)::int from api_call c where c.key_id = api_key.id and c.at > app_now() - interval '24 hours')`.as(
    'calls',
  ),
] as const

const keysOf = (tx: AccountTx, accountId: string) => tx.selectFrom('apiKey').where('accountId', '=', accountId)

export function listKeys(tx: AccountTx, accountId: string, find: KeyFind) {
  let some = keysOf(tx, accountId)
  if (find.status) some = some.where(statusNow, '=', find.status)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e('name', 'ilike', likeWord(find.keyWord!)), e('accessKey', '=', find.keyWord!.toLowerCase())]),
    )
  return listPage(tx, some, (q) => q.select(columns).select(shownColumns), find, {
    createdAt: 'created_at',
    name: 'name',
  })
}

export const findKey = (tx: AccountTx, accountId: string, id: string, { lock = false } = {}) => {
  const one = keysOf(tx, accountId).select(columns).select(shownColumns).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type KeyRecord = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Keys are made one after the other, so that the limit of an account holds. */
export async function countKeys(tx: AccountTx, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${accountId}`}, 0))`.execute(tx)
  const { n } = await keysOf(tx, accountId)
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', '<>', 'REVOKED')
    .executeTakeFirstOrThrow()
  return n
}

export interface Extent {
  name: string
  ips: string[]
  callbackUrl: string | null
  expiresAt: string | null
}

/** False where the account has the same key pair, or had it. */
export async function insertKey(
  tx: AccountTx,
  caller: Caller,
  key: { id: string; accessKey: string } & Extent,
  { der, bits, fingerprint }: PublicKey,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('apiKey')
    .values({
      ...key,
      platformId: caller.platform.id,
      accountId: caller.accountId,
      membershipId: caller.membershipId,
      publicKey: der,
      bits,
      fingerprint,
    })
    .onConflict((c) => c.columns(['accountId', 'fingerprint']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const change = { version: sql<number>`version + 1`, updatedAt: now }
const oneOf = (tx: AccountTx, accountId: string, id: string) =>
  tx.updateTable('apiKey').where('accountId', '=', accountId).where('id', '=', id)

export async function saveExtent(tx: AccountTx, accountId: string, id: string, extent: Extent): Promise<number> {
  const { version } = await oneOf(tx, accountId, id)
    .set({ ...extent, ...change })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** False where it stands so already. */
export async function setStatus(
  tx: AccountTx,
  accountId: string,
  id: string,
  status: 'ACTIVE' | 'DISABLED' | 'REVOKED',
): Promise<boolean> {
  const { numUpdatedRows } = await oneOf(tx, accountId, id)
    .set({ status, ...change })
    .where('status', '<>', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const listCalls = (tx: AccountTx, accountId: string, keyId: string, find: KeyCallFind) =>
  listPage(
    tx,
    tx.selectFrom('apiCall').where('accountId', '=', accountId).where('keyId', '=', keyId),
    (q) => q.select(['id', 'at', 'requestId', 'operation', 'ip', 'result', 'milliseconds']),
    find,
    { at: 'at' },
  )

export async function sweepCalls(db: Database) {
  await sql`delete from api_call where at < app_now() - ${sql.lit(`${logDays} days`)}::interval`.execute(db.system)
}
