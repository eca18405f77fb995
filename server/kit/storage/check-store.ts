import { sql } from 'kysely'
import type { Database } from '../db/db.ts'
import { requireSame } from './incoming.ts'
import { referenced } from './objects.ts'
import type { Store } from './store.ts'

export interface Fault {
  sha256: string
  /** Preservation numbers of the evidence it belongs to. */
  numbers: string[]
}

export interface StoreCheck {
  /** That evidence needs. */
  objects: number
  missing: Fault[]
  altered: Fault[]
  /** Objects that no row named, as a database restored from before them leaves: from now on the collector knows them. */
  unknown: number
}

interface Row {
  sha256: Buffer
  size: number | null
  needed: boolean
}

/** Compares store and database, one prefix of names after the other; with `read`, every byte of what evidence needs. */
export async function checkStore(db: Database, store: Store, read: boolean): Promise<StoreCheck> {
  const check: StoreCheck = { objects: 0, missing: [], altered: [], unknown: 0 }
  for (let first = 0; first < 256; first++) {
    const found = await store.list(first.toString(16).padStart(2, '0'))
    // Rows second: an object is announced before it is placed, so one that was seen has its row by now.
    const rows = await rowsOf(db, first)
    for (const row of rows.filter((r) => r.needed)) await judge({ db, store, check, read }, row, found)
    const known = new Set(rows.map((r) => r.sha256.toString('hex')))
    check.unknown += await makeKnown(
      db,
      [...found].filter(([sha256]) => !known.has(sha256)),
    )
  }
  return check
}

async function rowsOf(db: Database, first: number): Promise<Row[]> {
  const end = first < 255 ? sql`and o.sha256 < ${Buffer.from([first + 1])}` : sql``
  const { rows } =
    await sql<Row>`select o.sha256, o.size, ${await referenced(db)} as needed from stored_object o where o.sha256 >= ${Buffer.from([first])} ${end}`.execute(
      db.system,
    )
  return rows
}

interface Judging {
  db: Database
  store: Store
  /** Where what is wrong is noted. */
  check: StoreCheck
  /** Whether every byte is read, or sizes alone. */
  read: boolean
}

async function judge({ db, store, check, read }: Judging, row: Row, found: Map<string, number>) {
  const sha256 = row.sha256.toString('hex')
  // What was placed after the listing is there all the same.
  const size = found.get(sha256) ?? (await store.size(sha256))
  check.objects++
  if (size === undefined) check.missing.push({ sha256, numbers: await numbersOf(db, row.sha256) })
  else if ((row.size !== null && row.size !== size) || (read && !(await same(store, sha256, size))))
    check.altered.push({ sha256, numbers: await numbersOf(db, row.sha256) })
}

const same = (store: Store, sha256: string, size: number) =>
  requireSame(store.open(sha256), { sha256, size }).then(
    () => true,
    () => false,
  )

async function numbersOf(db: Database, sha256: Buffer): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from evidence where certificate_sha256 = ${sha256} or core_sha256 = ${sha256}
    union select e.number from evidence e join evidence_file f on f.evidence_id = e.id where f.sha256 = ${sha256} order by number limit 5`.execute(
    db.system,
  )
  return rows.map((r) => r.number)
}

/** Left to the collector, which waits a day and asks the foreign keys: nothing is removed here. */
async function makeKnown(db: Database, objects: [sha256: string, size: number][]): Promise<number> {
  if (!objects.length) return 0
  const values = objects.map(([sha256, size]) => ({ sha256: Buffer.from(sha256, 'hex'), size }))
  const made = await db.system
    .insertInto('storedObject')
    .values(values)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return Number(made.numInsertedOrUpdatedRows ?? 0n)
}
