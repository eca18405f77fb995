import { sql } from 'kysely'
import type { StorageUsage } from '../../../contract/evidence/storage.ts'
import { usualLimits } from '../../../contract/platform/settings.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { roomFor } from './room.ts'

const gibibyte = 1024 ** 3
const inGib = (bytes: number) => Math.round((bytes / gibibyte) * 100) / 100

/** What an account has and may have, its declared uploads included. */
export async function storageOf(tx: Tx, accountId: string): Promise<StorageUsage> {
  const { rows } = await sql<{
    stored: string
    unfinished: string
    storedGib: number | null
    unfinishedGib: number | null
  }>`select * from account_storage(${accountId})`.execute(tx)
  const { stored, unfinished, storedGib, unfinishedGib } = rows[0]!
  return {
    stored: Number(stored),
    storedLimit: (storedGib ?? usualLimits.storedGib) * gibibyte,
    unfinished: Number(unfinished),
    unfinishedLimit: (unfinishedGib ?? usualLimits.unfinishedGib) * gibibyte,
  }
}

/** Whether so many more bytes may be sent, and then how many at most: what was declared counts as there. Two that ask at once are counted one after the other. */
export async function requireBytes(tx: Tx, accountId: string, bytes: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('account bytes'), hashtext(${accountId}))`.execute(tx)
  const room = roomFor(bytes, await storageOf(tx, accountId))
  if ('full' in room) throw new AppError(room.full, { limit: inGib(room.limit), taken: inGib(room.taken) })
  return room.most
}

/** Before something of unknown size is fetched: there is room for a byte of it. */
export const requireSpace = (tx: Tx, accountId: string) => requireBytes(tx, accountId, 1)

/** Adds up the changes of accounts that have many of them. */
export async function foldStoredBytes(db: Database) {
  await sql`
    with many as (select account_id from stored_bytes group by account_id having count(*) > 20 limit 1000),
      gone as (delete from stored_bytes where account_id in (select account_id from many) returning account_id, bytes)
    insert into stored_bytes select account_id, sum(bytes) from gone group by account_id`.execute(db.system)
}
