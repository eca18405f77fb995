import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../server/kit/db/db.ts'
import { newId } from '../../../server/kit/ids.ts'
import { openFileStore } from '../../../server/kit/storage/file-store.ts'
import { openS3Store } from '../../../server/kit/storage/s3-store.ts'
import {
  againWhenGone,
  announceObject,
  collectObjects,
  holdObjects,
  ownerOf,
} from '../../../server/kit/storage/objects.ts'
import { type Announce, ObjectsGone, type Owner, type Store } from '../../../server/kit/storage/store.ts'
import { randomness, type Randomness, sized } from '../../kit/randomness.ts'
import { createTestBucket, type TestBucket } from '../../kit/outside/bucket.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/test-database.ts'

let database: TestDatabase
let db: Database
let dir: string
beforeAll(async () => {
  database = await createTestDatabase()
  bucket = await createTestBucket()
  db = openDatabase(database.url)
  dir = await mkdtemp(join(tmpdir(), 'skz-race-'))
  // A table of some later domain: the collector has never heard of it.
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create table later (id uuid primary key, object_sha256 bytea not null references stored_object on delete restrict on update restrict);
    create index on later (object_sha256); grant select, insert, delete on later to shimakaze_system`)
  await admin.end()
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await bucket.remove()
  await rm(dir, { recursive: true, force: true })
})

type OpenStore = (owner: Owner, announce: Announce) => Promise<Store>

/** The real store and the real announcement, with pauses at every step where another may come in between. */
async function pausingStore(r: Randomness, open: OpenStore): Promise<Store> {
  const store = await open(await ownerOf(db), async (object) => {
    await r.pause(4)
    await announceObject(db, object)
    await r.pause(4)
  })
  const remove = store.remove.bind(store)
  store.remove = async (sha256) => {
    // Long enough for a whole put and reference to pass, if anything let them.
    await r.pause(40)
    await remove(sha256)
    await r.pause(6)
  }
  return store
}

const contents = Array.from({ length: 8 }, (_, i) => `page ${i}`)

let bucket: TestBucket
const stores: { where: string; rounds: number; open: OpenStore }[] = [
  {
    where: 'a folder',
    rounds: sized(120, 2_000),
    open: (owner, announce) => openFileStore(join(dir, 'store'), owner, announce),
  },
  {
    where: 'a bucket',
    rounds: sized(60, 1_000),
    open: (owner, announce) =>
      openS3Store(
        bucket.settings,
        join(dir, 'incoming'),
        { ...owner, hasObjects: async () => false, store: async () => undefined, claim: async (wanted) => wanted },
        announce,
      ),
  },
]

it.each(stores)(
  'in $where nothing acknowledged loses its bytes, while writers, discards and collectors meet on the same contents',
  { timeout: 3_600_000 },
  async ({ where, rounds, open }) => {
    const r = randomness(`collector race in ${where}`)
    const store = await pausingStore(r, open)
    await sql`delete from later`.execute(db.system)
    await sql`delete from stored_object`.execute(db.system)
    const standing = new Map<string, string>()
    const counts = { acknowledged: 0, abandoned: 0, refused: 0, collected: 0, checks: 0 }
    const lost: string[] = []
    let writing = true

    async function reference(content: string) {
      await r.pause(20)
      const stored = await store.put(Readable.from([content]))
      await r.pause(20)
      if (r.chance(0.3)) return void counts.abandoned++
      const id = newId()
      await db.asSystem(async (tx) => {
        await holdObjects(tx, store, [stored])
        await r.pause(2)
        await sql`insert into later values (${id}, ${Buffer.from(stored.sha256, 'hex')})`.execute(tx)
        await r.pause(2)
      })
      standing.set(id, stored.sha256)
      counts.acknowledged++
      await r.pause(50)
      await check(id)
    }
    async function writer(rounds: number) {
      for (let i = 0; i < rounds; i++) {
        await againWhenGone(() => reference(r.pick(contents)), 50).catch((error: unknown) => {
          if (!(error instanceof ObjectsGone)) throw error
          counts.refused++
        })
        if (standing.size) await check(r.pick([...standing.keys()]))
      }
    }
    async function check(id: string) {
      const sha256 = standing.get(id)
      if (!sha256) return
      const bytes = await store
        .open(sha256)
        .toArray()
        .then(
          (all) => Buffer.concat(all),
          () => Buffer.alloc(0),
        )
      // Released while it was read: no longer promised.
      if (!standing.has(id)) return
      counts.checks++
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(sha256)
    }
    async function discarder() {
      while (writing) {
        const id = standing.size ? r.pick([...standing.keys()]) : undefined
        if (id) {
          standing.delete(id)
          await sql`delete from later where id = ${id}`.execute(db.system)
        }
        await r.pause(60)
      }
    }
    async function collector() {
      while (writing) {
        counts.collected += (await collectObjects(db, store, 0)).objects
        await r.pause(4)
      }
    }

    const others = [discarder(), discarder(), collector(), collector()]
    await Promise.all(Array.from({ length: 4 }, () => writer(rounds))).finally(() => (writing = false))
    await Promise.all(others)
    for (const id of standing.keys()) await check(id)
    console.log(`  ${JSON.stringify(counts)}`)
    expect(lost).toEqual([])
    // The test saw what it is about: objects were taken, and taken up again.
    expect(counts.acknowledged).toBeGreaterThan(rounds)
    expect(counts.collected).toBeGreaterThan(10)
  },
)
