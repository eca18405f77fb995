import { sql } from 'kysely'
import pg from 'pg'
import type { LiveEvent } from '../../../contract/platform/live.ts'
import type { Database, Tx } from '../db/db.ts'
import { databaseRoles } from '../db/roles.ts'
import type { Json } from '../db/schema.ts'

const channel = 'shimakaze_live'

export interface LiveRow {
  id: number
  payload: unknown
  /** Whose evidence it tells of; null where everybody of the account may know. */
  personId: string | null
}

export interface LiveHub {
  /** Events of one account from the moment it answers; call the returned function to stop. */
  follow(accountId: string, listener: (event: LiveRow) => void): Promise<() => void>
  /** The last event that those who follow an account have been told. */
  position(accountId: string): Promise<number>
  /** What an account missed since an event id, oldest first; so many at once that whoever missed much asks on until nothing comes. */
  missed(accountId: string, since: number): Promise<LiveRow[]>
  close(): Promise<void>
}

/** Tells an account's consoles that something changed, when and only when the transaction commits. */
export const announce = (tx: Tx, accountId: string, event: LiveEvent, personId: string | null = null) =>
  announceEach(tx, accountId, [event], personId)

/** The same of many things at once. */
export async function announceEach(
  tx: Tx,
  accountId: string,
  events: readonly LiveEvent[],
  personId: string | null = null,
) {
  if (!events.length) return
  // A plain insert: RETURNING would need the right to read, which the account's role lacks.
  await tx
    .insertInto('liveEvent')
    .values(events.map((event) => ({ accountId, personId, payload: JSON.stringify(event) as unknown as Json })))
    .execute()
  await sql`select pg_notify(${channel}, ${accountId})`.execute(tx)
}

/** One LISTEN connection a process, however many consoles follow; it reconnects and nobody misses anything. */
export async function openLiveHub(url: string, db: Database): Promise<LiveHub> {
  const listeners = new Map<string, Set<(event: LiveRow) => void>>()
  /** The last event that an account's listeners were told; while it is read on, a promise of it. */
  const seen = new Map<string, Promise<number>>()
  const toRead = new Set<string>()
  let client: pg.Client | undefined
  let closed = false

  /** One after the other for each account: every reading begins where the one before it ended. */
  function deliver(accountId: string) {
    const since = seen.get(accountId)
    // A reading that has not begun yet will find this event too.
    if (!since || toRead.has(accountId)) return
    toRead.add(accountId)
    const next = since.then((id) => deliverSince(accountId, id).catch(() => id)).finally(() => toRead.delete(accountId))
    next.catch(() => {})
    seen.set(accountId, next)
  }

  async function deliverSince(accountId: string, since: number): Promise<number> {
    toRead.delete(accountId)
    let last = since
    for (let rows = await missed(db, accountId, last); rows.length; rows = await missed(db, accountId, last)) {
      for (const row of rows) for (const listener of listeners.get(accountId) ?? []) listener(row)
      last = rows.at(-1)!.id
      if (rows.length < mostAtOnce) break
    }
    return last
  }

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      options: `-c role=${databaseRoles.system}`,
      application_name: 'shimakaze:live',
      keepAlive: true,
    })
    next.on('notification', (n) => deliver(n.payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => void (closed || setTimeout(() => void connect().catch(() => {}), 1_000)))
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
    for (const accountId of listeners.keys()) deliver(accountId)
  }

  await connect()
  return {
    missed: (accountId, since) => missed(db, accountId, since),
    position: (accountId) => seen.get(accountId) ?? newest(db, accountId),
    async follow(accountId, listener) {
      const set = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, set.add(listener))
      const stop = () => {
        if (!set.delete(listener) || set.size) return
        listeners.delete(accountId)
        seen.delete(accountId)
      }
      if (!seen.has(accountId)) seen.set(accountId, newest(db, accountId))
      try {
        await seen.get(accountId)
        return stop
      } catch (error) {
        stop()
        throw error
      }
    },
    async close() {
      closed = true
      await client?.end()
    },
  }
}

/** Of an account whose programs work day and night an hour has a million, and each of its streams may ask for all of them. */
const mostAtOnce = 500

async function missed(db: Database, accountId: string, since: number): Promise<LiveRow[]> {
  return db.system
    .selectFrom('liveEvent')
    .select(['id', 'payload', 'personId'])
    .where('accountId', '=', accountId)
    .where('id', '>', since)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
}

async function newest(db: Database, accountId: string): Promise<number> {
  const row = await db.system
    .selectFrom('liveEvent')
    .select((e) => e.fn.max('id').as('id'))
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Streams replay an hour at most. */
export async function sweepLiveEvents(db: Database) {
  await sql`delete from live_event where created_at < app_now() - interval '1 hour'`.execute(db.system)
}
