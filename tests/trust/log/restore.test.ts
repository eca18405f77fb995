import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Services } from '../../../server/kit/services.ts'
import type { Marks } from '../../../server/kit/storage/store.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import { highWaterMarkOf } from '../../../server/trust/log/high-water-marks.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { localAuthority } from '../sample.ts'

let t: TestApp
let owner: pg.Client
let authority: Authority
beforeEach(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  authority = await localAuthority()
})
afterEach(async () => {
  await owner.end()
  await t.close()
})

const ignored = () => Promise.resolve()
const sequence = (by = authority, services: Services = t.services) => sequenceLog(services, by, ignored)
const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date())

let next = 0
const seal = async (count: number) => {
  const from = (next += count) - count
  await owner.query(
    `insert into log_queue (kind, subject, evidence_id, leaf)
    select 'evidence', encode(sha256(convert_to('s' || i, 'UTF8')), 'hex'), gen_random_uuid(), evidence_leaf(sha256(convert_to('s' || i, 'UTF8')), 'token') from generate_series($1::int, $2::int) i`,
    [from, from + count - 1],
  )
}
const tables = ['log_shard', 'log_queue', 'log_entry', 'log_node', 'log_checkpoint']

/** The rows of the log as they are, to be brought back later: what a dump of the database holds of them. */
async function dump(): Promise<() => Promise<void>> {
  const rows = new Map<string, unknown>()
  for (const table of tables)
    rows.set(table, (await owner.query(`select coalesce(json_agg(x), '[]') as all from ${table} x`)).rows[0].all)
  return async () => {
    await owner.query('begin')
    for (const table of tables.toReversed()) {
      await owner.query(`alter table ${table} disable trigger all`)
      await owner.query(`delete from ${table}`)
    }
    for (const table of tables) {
      await owner.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows.get(table))],
      )
      await owner.query(`alter table ${table} enable trigger all`)
      if (table !== 'log_queue' && table !== 'log_shard')
        await owner.query(`alter table ${table} enable always trigger never_changed`)
    }
    await owner.query('commit')
  }
}

const newest = async () =>
  (
    await owner.query(
      `select name, size, convert_from(note, 'UTF8') as note from log_checkpoint join log_shard on id = shard_id order by shard_id desc, size desc limit 1`,
    )
  ).rows[0] as { name: string; size: number; note: string }
const waiting = async () => (await owner.query('select count(*)::int as n from log_queue')).rows[0].n as number
const mark = (shard = thisYear) => highWaterMarkOf(t.services.store.marks, shard)
/** A store whose marks behave otherwise. */
const withMarks = (change: (marks: Marks) => Partial<Marks>): Services => {
  const { marks } = t.services.store
  const store = Object.create(t.services.store, {
    marks: { value: { ...marks, ...change(marks) } },
  }) as Services['store']
  return { ...t.services, store }
}

describe('a log whose database was brought back from an older copy', () => {
  it('goes on under another key and in another shard, and never under the old one', async () => {
    await seal(3)
    await sequence()
    const restore = await dump()
    for (const count of [2, 4]) {
      await seal(count)
      await sequence()
    }
    const lost = await newest()
    await restore()
    await seal(5)
    await expect(sequence()).rejects.toThrow(`log-behind: ${thisYear}, 3 < 9`)
    await expect(sequence()).rejects.toThrow('log-behind')
    expect([await waiting(), (await newest()).size]).toEqual([5, 3])
    const renewed = await localAuthority()
    expect(await sequence(renewed)).toBe(5)
    expect(await newest()).toMatchObject({ name: `${thisYear}-2`, size: 6 })
    expect((await mark())!.note).toBe(lost.note)
  })

  it('gives no shard the name of one that was lost', async () => {
    await seal(1)
    await sequence()
    const restore = await dump()
    await seal(1)
    await sequence(await localAuthority())
    await restore()
    await seal(1)
    await sequence(await localAuthority())
    expect((await newest()).name).toBe(`${thisYear}-3`)
    await seal(1)
    await sequence(await localAuthority())
    expect((await newest()).name).toBe(`${thisYear}-4`)
  })

  it('refuses the key of a lost shard too, which the older copy does not know', async () => {
    await seal(1)
    await sequence()
    const restore = await dump()
    const second = await localAuthority()
    for (let i = 0; i < 2; i++) {
      await seal(1)
      await sequence(second)
    }
    await restore()
    await seal(1)
    await expect(sequence(second)).rejects.toThrow(`log-behind: ${thisYear}-2, 0 < 3`)
  })

  it('is refused from the very first leaf on, where the copy is from before the log began', async () => {
    const restore = await dump()
    await seal(2)
    await sequence()
    await restore()
    await seal(2)
    await expect(sequence()).rejects.toThrow('log-behind')
  })

  it('goes on where the copy holds all that was signed since: the same checkpoint once more', async () => {
    await seal(2)
    await sequence()
    await seal(3)
    const restore = await dump()
    await sequence()
    const before = await newest()
    await restore()
    await seal(4)
    expect(await sequence()).toBe(7)
    const { rows } = await owner.query(`select convert_from(note, 'UTF8') as note from log_checkpoint where size = 5`)
    expect(rows).toEqual([{ note: before.note }])
    expect((await newest()).size).toBe(9)
  })
})

describe('a process that ends at the worst instant', () => {
  it('leaves a mark without a commit: the next one appends the very same, then what came since', async () => {
    await seal(1)
    await sequence()
    await seal(3)
    const dying = withMarks((marks) => ({
      put: async (name, bytes) => {
        await marks.put(name, bytes)
        throw new Error('killed')
      },
    }))
    await expect(sequence(authority, dying)).rejects.toThrow('killed')
    expect((await newest()).size).toBe(1)
    const signed = (await mark())!.note
    // Whatever commits late has a lower number than what waits already.
    await owner.query(
      `insert into log_queue (id, kind, subject, leaf) overriding system value values (-1, 'audit', 'late', 'late')`,
    )
    await seal(2)
    expect(await sequence()).toBe(6)
    const { rows } = await owner.query(`select convert_from(note, 'UTF8') as note from log_checkpoint where size = 4`)
    expect(rows).toEqual([{ note: signed }])
  })

  it('leaves the first mark of a shard: the shard is opened as it was signed', async () => {
    await seal(2)
    await sequence()
    const second = await localAuthority()
    await seal(2)
    const dying = withMarks((marks) => ({
      put: (name, bytes) => marks.put(name, bytes).then(() => Promise.reject(new Error('killed'))),
    }))
    await expect(sequence(second, dying)).rejects.toThrow('killed')
    const signed = (await mark(`${thisYear}-2`))!.note
    await sequence(second)
    expect(await newest()).toMatchObject({ name: `${thisYear}-2`, note: signed })
  })

  it('comes back after another went on, and its mark locks nothing', async () => {
    await seal(2)
    await sequence()
    const before = await dump()
    await seal(50)
    await sequence()
    const late = (await t.services.store.marks.get((await mark())!.name))!
    const name = (await mark())!.name
    // Nothing of that batch was committed, and another process appended something else.
    await before()
    await t.services.store.marks.remove(name)
    await seal(1)
    await sequence()
    await t.services.store.marks.put(name, late)
    await seal(1)
    expect(await sequence()).toBe(1)
    expect((await newest()).size).toBe(4)
    expect((await mark())!.size).toBe(4)
  })

  it('leaves few marks behind, however long the log goes on', async () => {
    for (let i = 0; i < 20; i++) {
      await seal(1)
      await sequence()
    }
    expect(await t.services.store.marks.list()).toHaveLength(16)
    expect((await mark())!.size).toBe(20)
  })

  it('appends nothing while no mark can be left', async () => {
    await seal(1)
    const full = withMarks(() => ({ put: () => Promise.reject(new Error('storage-full')) }))
    await expect(sequence(authority, full)).rejects.toThrow('storage-full')
    expect([await waiting(), await newest()]).toEqual([1, undefined])
  })
})
