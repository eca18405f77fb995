import { sql } from 'kysely'
import pg from 'pg'
import type { LiveEvent } from '../../contract/platform/live.ts'
import type { Database, Tx } from './db/db.ts'
import { databaseRoles } from './db/roles.ts'
import type { Json } from './db/schema.ts'

const channel = 'shimakaze_live'

export interface LiveRow {
  id: number
  payload: unknown
  /** Whose evidence it tells of; null where everybody of the account may know. */
  personId: string | null
}

export interface LiveHub {
  /** Events of one account from now on; call the returned function to stop. */
  follow(accountId: string, listener: (event: LiveRow) => void): () => void
  /** What an account missed since an event id, oldest first. */
  missed(accountId: string, since: number): Promise<LiveRow[]>
  close(): Promise<void>
}

/** Tells an account's consoles that something changed, when and only when the transaction commits. */
export async function announce(tx: Tx, accountId: string, event: LiveEvent, personId: string | null = null) {
  // A plain insert: RETURNING would need the right to read, which the account's role lacks.
  await tx.insertInto('liveEvent').values({ accountId, personId, payload: JSON.stringify(event) as unknown as Json }).execute()
  await sql`select pg_notify(${channel}, ${accountId})`.execute(tx)
}

/** One LISTEN connection a process, however many consoles follow; it reconnects and nobody misses anything. */
export async function openLiveHub(url: string, db: Database): Promise<LiveHub> {
  const listeners = new Map<string, Set<(event: LiveRow) => void>>()
  const seen = new Map<string, number>()
  let client: pg.Client | undefined
  let closed = false

  async function deliver(accountId: string) {
    const to = listeners.get(accountId)
    const since = seen.get(accountId)
    if (!to?.size || since === undefined) return
    for (const row of await missed(accountId, since)) {
      if (row.id <= (seen.get(accountId) ?? 0)) continue
      seen.set(accountId, row.id)
      for (const listener of to) listener(row)
    }
  }

  async function missed(accountId: string, since: number): Promise<LiveRow[]> {
    return db.system.selectFrom('liveEvent').select(['id', 'payload', 'personId']).where('accountId', '=', accountId).where('id', '>', since).orderBy('id').limit(500).execute()
  }

  async function connect() {
    const next = new pg.Client({ connectionString: url, options: `-c role=${databaseRoles.system}`, application_name: 'shimakaze:live', keepAlive: true })
    next.on('notification', (n) => void deliver(n.payload ?? '').catch(() => {}))
    next.on('error', () => {})
    next.on('end', () => void (closed || setTimeout(() => void connect().catch(() => {}), 1_000)))
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
    for (const accountId of listeners.keys()) await deliver(accountId)
  }

  await connect()
  return {
    missed,
    follow(accountId, listener) {
      const set = listeners.get(accountId) ?? new Set()
      if (!set.size) {
        listeners.set(accountId, set)
        void startAt(accountId)
      }
      set.add(listener)
      return () => {
        set.delete(listener)
        if (!set.size) {
          listeners.delete(accountId)
          seen.delete(accountId)
        }
      }
    },
    async close() {
      closed = true
      await client?.end()
    },
  }

  async function startAt(accountId: string) {
    const newest = await db.system.selectFrom('liveEvent').select((e) => e.fn.max('id').as('id')).where('accountId', '=', accountId).executeTakeFirst()
    if (!seen.has(accountId)) seen.set(accountId, newest?.id ?? 0)
  }
}

/** Streams replay an hour at most. */
export async function sweepLiveEvents(db: Database) {
  await sql`delete from live_event where created_at < app_now() - interval '1 hour'`.execute(db.system)
}
