import { sql } from 'kysely'
import type { Database, Tx } from '../db/db.ts'
import { inSeconds, now } from '../db/now.ts'
import { ObjectsGone, type Owner, type Store, type Stored, toldAsFull } from './store.ts'

/*
 * Why evidence that was acknowledged cannot lose its bytes to the collector, although a put may reuse an object that is
 * just being collected (one content, one name):
 *
 *  1. announce: a row of `stored_object` is committed before bytes are placed, so no bytes exist that nobody knows of.
 *     It also renews `last_put_at`, and the collector passes over rows that were put within a day.
 *  2. hold: the transaction that references an object locks its row (FOR KEY SHARE), and only then looks whether the
 *     bytes are there. From then on until its commit nobody else can lock the row for removal; after its commit the
 *     foreign key refuses.
 *  3. collect: one transaction an object. It locks the row (FOR UPDATE), deletes it, which every foreign key refuses at
 *     once where a reference stands, removes the bytes, and commits last. So bytes are removed only under the lock.
 *
 * Hold and collect exclude each other. Hold first: the collector passes over the locked row. Collect first: hold waits
 * for the commit, finds no row or no bytes, and refuses before anything is acknowledged; its caller puts again. A put
 * that starts meanwhile waits in its announcement until the bytes are gone, then places them anew. The day of grace is
 * comfort, not the proof: with a clock that jumps, holds refuse more often and nothing else changes.
 *
 * A collector that dies after removing the bytes leaves a row without bytes and without references: the next put of the
 * same content places them, and hold looks. One that stalls is the case that locks alone do not cover, because its
 * session may end and its lock with it: it gives up when it was held up for `patience` between lock and removal.
 */

const patience = 5_000
const batch = 200
/** Any fixed number that no other lock has. */
const storeLock = 7_213_002

/** Makes the object known; waits where the collector is removing it. */
export async function announceObject(db: Database, { sha256, sm3, size }: Stored) {
  await db.system
    .insertInto('storedObject')
    .values({ sha256: Buffer.from(sha256, 'hex'), sm3: Buffer.from(sm3, 'hex'), size })
    .onConflict((c) => c.column('sha256').doUpdateSet({ lastPutAt: now }))
    .execute()
}

/** To be called by every transaction that references objects, before it does: see above. */
export async function holdObjects(tx: Tx, store: Store, objects: readonly Pick<Stored, 'sha256' | 'size'>[]) {
  const wanted = new Map(objects.map((o) => [o.sha256, o]))
  const held = await tx
    .selectFrom('storedObject')
    .select('sha256')
    .where(
      'sha256',
      'in',
      [...wanted.keys()].map((h) => Buffer.from(h, 'hex')),
    )
    .orderBy('sha256')
    .forKeyShare()
    .execute()
  if (held.length < wanted.size) throw new ObjectsGone('an object was collected before it was referenced')
  const kept = await Promise.all([...wanted.values()].map((o) => store.keeps(o))).catch((error: unknown) => {
    throw toldAsFull(error)
  })
  if (!kept.every(Boolean)) throw new ObjectsGone('the bytes of an object were collected before it was referenced')
}

/** Runs work that puts and references again where the collector came in between. */
export async function againWhenGone<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ObjectsGone) || tries <= 1) throw error
    return againWhenGone(work, tries - 1)
  }
}

export interface Collected {
  objects: number
  /** Candidates that somebody referenced or locked in between. */
  passedOver: number
}

/** Removes what nobody has referenced for a day: discarded previews, captures that were cancelled or taken over. */
export async function collectObjects(db: Database, store: Store, graceSeconds = 86_400): Promise<Collected> {
  const before = inSeconds(-graceSeconds)
  const outcome = { objects: 0, passedOver: 0 }
  for (;;) {
    const found = await candidates(db, before)
    let gone = 0
    for (const sha256 of found) gone += Number(await collectOne(db, store, sha256, before))
    outcome.objects += gone
    outcome.passedOver += found.length - gone
    if (found.length < batch || !gone) return outcome
  }
}

type Instant = ReturnType<typeof sql<Date>>

/** Whether an object `o` is referenced, read from the foreign keys themselves. */
export async function referenced(db: Database) {
  const { rows: keys } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'stored_object'::regclass`.execute(db.system)
  if (!keys.length) throw new Error('nothing references stored objects: the foreign keys are missing')
  return sql<boolean>`(${sql.join(
    keys.map((k) => sql`exists (select from ${sql.raw(k.name)} r where r.${sql.ref(k.column)} = o.sha256)`),
    sql` or `,
  )})`
}

/** A shortlist, so that not every row is tried; the foreign keys, not it, decide. */
async function candidates(db: Database, before: Instant): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select o.sha256 from stored_object o where o.last_put_at < ${before} and not ${await referenced(db)} order by o.last_put_at limit ${batch}`.execute(
    db.system,
  )
  return rows.map((r) => r.sha256)
}

/** Foreign key refusals, and RESTRICT's own. */
const refused = new Set(['23503', '23001'])

async function collectOne(db: Database, store: Store, sha256: Buffer, before: Instant): Promise<boolean> {
  try {
    return await db.asSystem(async (tx) => {
      const lock = tx
        .selectFrom('storedObject')
        .select('sha256')
        .where('sha256', '=', sha256)
        .where('lastPutAt', '<', before)
        .forUpdate()
        .skipLocked()
      const { numDeletedRows } = await tx.deleteFrom('storedObject').where('sha256', 'in', lock).executeTakeFirst()
      if (!numDeletedRows) return false
      await removeInTime(tx, store, sha256.toString('hex'))
      return true
    })
  } catch (error) {
    if (refused.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** The lock is proven to be ours still a moment before the bytes go. */
async function removeInTime(tx: Tx, store: Store, sha256: string) {
  const asked = Date.now()
  await sql`select 1`.execute(tx)
  if (Date.now() - asked > patience) throw new Error('held up while collecting; the object stays for the next sweep')
  await store.remove(sha256)
}

/** Which installation the database is, for the store's marker. */
export async function ownerOf(db: Database): Promise<Owner> {
  const { id } = await db.system.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const store = async () =>
    (await db.system.selectFrom('installation').select('store').executeTakeFirstOrThrow()).store ?? undefined
  return {
    installation: id,
    hasObjects: async () => (await db.system.selectFrom('storedObject').select('sha256').limit(1).execute()).length > 0,
    store,
    async claim(wanted) {
      await db.system.updateTable('installation').set({ store: wanted }).where('store', 'is', null).execute()
      return (await store()) ?? ''
    },
    alone: (work) =>
      db.asSystem(async (tx) => {
        await sql`select pg_advisory_xact_lock(${storeLock})`.execute(tx)
        return work()
      }),
  }
}
