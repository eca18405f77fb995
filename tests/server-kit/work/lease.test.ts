import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../../server/kit/db/db.ts'
import { newId } from '../../../server/kit/ids.ts'
import { leaseOf } from '../../../server/kit/work/lease.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/test-database.ts'

const lease = leaseOf('messageOutbox', { waiting: 'waiting', leased: 'sending', since: 'triedAt', seconds: 60 })

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
afterEach(() => sql`delete from message_outbox`.execute(db.system))

/** In a transaction whose clock stands so many seconds ahead of the real one. */
const after = <T>(seconds: number, work: (tx: Tx) => Promise<T>) =>
  db.asSystem(async (tx) => {
    await sql`select set_config('app.clock', (clock_timestamp() + make_interval(secs => ${seconds}))::text, true)`.execute(
      tx,
    )
    return work(tx)
  })
const insert = (rows: number) =>
  sql`insert into message_outbox (id, platform_id, channel, recipient, state, sealed, good_until, due_at)
    select gen_random_uuid(), ${newId()}, 'sms', '', 'waiting', '', app_now() + interval '1 day', app_now() from generate_series(1, ${rows})`.execute(
    db.system,
  )
interface Taken {
  id: string
  attempts: number
}
const take = async (most = 100, tx: Tx | Database['system'] = db.system) =>
  (
    await sql<Taken>`
      with due as (select id from message_outbox where ${lease.isDue()} order by due_at limit ${most} for update skip locked)
      update message_outbox m set ${lease.take('m')} from due where m.id = due.id returning m.id, attempts`.execute(tx)
  ).rows
const revive = async (tx: Tx) =>
  (await tx.updateTable('messageOutbox').set(lease.giveBack()).where(lease.isLost).executeTakeFirst()).numUpdatedRows
const giveBack = async (taken: Taken, seconds: number) =>
  (
    await db.system
      .updateTable('messageOutbox')
      .set(lease.giveBack(seconds))
      .where(lease.isHeldBy(taken))
      .executeTakeFirst()
  ).numUpdatedRows
const holds = (taken: Taken) => db.asSystem((tx) => lease.hold(tx, taken))

it('gives each row to one of those who take at once', async () => {
  await insert(40)
  const taken = (await Promise.all(Array.from({ length: 10 }, () => take(8)))).flat()
  const rest = await take()
  expect(new Set([...taken, ...rest].map((t) => t.id)).size).toBe(40)
  expect([...taken, ...rest]).toHaveLength(40)
})

it('passes over a row that another is just taking', async () => {
  await insert(2)
  await db.asSystem(async (tx) => {
    const [mine] = await take(1, tx)
    const theirs = await take()
    expect(theirs).toHaveLength(1)
    expect(theirs[0]!.id).not.toBe(mine!.id)
  })
})

it('tells its columns from those of a table that is joined', async () => {
  await insert(1)
  const { rows } = await sql<Taken>`
    update message_outbox m set ${lease.take('m')} from message_outbox o left join callback c on c.id = o.id
    where m.id = o.id and ${lease.isDue('m')} returning m.id, m.attempts`.execute(db.system)
  expect(rows).toMatchObject([{ attempts: 1 }])
})

it('gives what a dead process held to another, and lets the dead one write nothing', async () => {
  await insert(1)
  const [dead] = await take()
  expect(await after(59, revive)).toBe(0n)
  expect(await holds(dead!)).toBe(true)
  expect(await after(61, revive)).toBe(1n)
  expect(await holds(dead!)).toBe(false)
  const [next] = await after(62, (tx) => take(1, tx))
  expect(next).toEqual({ id: dead!.id, attempts: 2 })
  expect([await holds(dead!), await holds(next!)]).toEqual([false, true])
  expect(await giveBack(dead!, 0)).toBe(0n)
  expect(await holds(next!)).toBe(true)
})

it('is not due before its time once it was given back', async () => {
  await insert(1)
  const [taken] = await take()
  expect(await giveBack(taken!, 30)).toBe(1n)
  expect(await after(29, (tx) => take(1, tx))).toEqual([])
  expect(await after(31, (tx) => take(1, tx))).toEqual([{ id: taken!.id, attempts: 2 }])
})
