import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leafDigest, merkleRoot, sequenceAudit } from '../../server/kit/audit/audit-chain.ts'
import { checkAudit, checkRecord } from '../../server/kit/audit/audit-check.ts'
import { recordAct } from '../../server/kit/audit/audit.ts'
import { type Database, openDatabase, type Tx } from '../../server/kit/db/db.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'

const platform = { id: randomUUID() }
const record = (tx: Tx, subjectId: string, details: Record<string, unknown> = {}) =>
  recordAct(
    tx,
    { system: true, platform, accountId: null },
    { action: 'evidence.renamed', subjectKind: 'evidence', subjectId, details },
  )

/** A record of acts of its own, in a database of its own; what is done to one spoils no other. */
async function chained(batches: number) {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { max: 4 })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const subjects = Array.from({ length: batches }, () => randomUUID())
  for (const subject of subjects) {
    await db.asSystem(async (tx) => {
      for (const name of ['one', 'two', 'three']) await record(tx, subject, { name, 名: 1.5 })
    })
    await sequenceAudit(db)
  }
  const rows = (await owner.query<{ id: string; subject_id: string }>('select id, subject_id from audit order by id'))
    .rows
  return { db, owner, subjects, rows, close: () => close(database, db, owner) }
}

async function close(database: TestDatabase, db: Database, owner: pg.Client) {
  await owner.end()
  await db.close()
  await database.drop()
}

describe('the chain of acts', () => {
  let here: Awaited<ReturnType<typeof chained>>
  beforeAll(async () => {
    here = await chained(2)
  })
  afterAll(() => here.close())

  it('holds every row once, in batches that name the one before', async () => {
    expect(await checkAudit(here.db)).toMatchObject({
      rows: 6,
      batches: 2,
      waiting: 0,
      fault: undefined,
      head: { number: 2 },
    })
    expect(await checkRecord(here.db, here.subjects[0]!)).toMatchObject({
      rows: 3,
      batches: 1,
      waiting: 0,
      fault: undefined,
    })
  })

  it('passes nobody over who commits late, and nothing that is taken back comes in', async () => {
    let commit!: () => void
    const held = new Promise<void>((done) => (commit = done))
    const [late, undone] = [randomUUID(), randomUUID()]
    let written!: () => void
    const begun = new Promise<void>((done) => (written = done))
    const slow = here.db.asSystem(async (tx) => {
      await record(tx, late)
      written()
      await held
    })
    await begun
    await expect(
      here.db.asSystem(async (tx) => {
        await record(tx, undone)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await here.db.asSystem((tx) => record(tx, randomUUID()))
    expect(await sequenceAudit(here.db)).toBe(1)
    commit()
    await slow
    expect(await sequenceAudit(here.db)).toBe(1)
    expect(await checkRecord(here.db, late)).toMatchObject({ rows: 1, batches: 1, fault: undefined })
    expect(await checkRecord(here.db, undone)).toMatchObject({ rows: 0 })
    expect((await checkAudit(here.db)).fault).toBeUndefined()
  })

  it('is written by one at a time, however many try', async () => {
    await here.db.asSystem(async (tx) => {
      for (let i = 0; i < 50; i++) await record(tx, randomUUID())
    })
    const taken = await Promise.all(Array.from({ length: 4 }, () => sequenceAudit(here.db)))
    expect(taken.reduce((a, b) => a + b)).toBe(50)
    expect((await checkAudit(here.db)).fault).toBeUndefined()
  })

  it('is cut into batches by count', async () => {
    await here.db.asSystem(async (tx) => {
      for (let i = 0; i < 1_001; i++) await record(tx, randomUUID())
    })
    const before = (await checkAudit(here.db)).batches
    expect(await sequenceAudit(here.db)).toBe(1_001)
    expect(await checkAudit(here.db)).toMatchObject({ batches: before + 2, waiting: 0, fault: undefined })
  })
})

describe('nobody changes or removes a row', () => {
  let here: Awaited<ReturnType<typeof chained>>
  beforeAll(async () => {
    here = await chained(1)
  })
  afterAll(() => here.close())

  const changes = ['audit', 'audit_entry', 'audit_batch'].flatMap((table) => [
    `update ${table} set ${table === 'audit' ? 'actor_name = actor_name' : 'digest = digest'}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])
  const as = async (role: string, statement: string) => {
    await here.owner.query('begin')
    try {
      await here.owner.query(`set local role ${role}`)
      await here.owner.query(statement)
    } finally {
      await here.owner.query('rollback')
    }
  }

  it.each(changes)('as the application or the system: %s', async (statement) => {
    for (const role of ['shimakaze_app', 'shimakaze_system'])
      await expect(as(role, statement)).rejects.toThrow(/permission denied/)
  })

  it.each(changes)('as the owner of the schema: %s', async (statement) => {
    await expect(here.owner.query(statement)).rejects.toThrow(/never changed or removed/)
    await expect(here.owner.query(`set session_replication_role = replica; ${statement}`)).rejects.toThrow(
      /never changed or removed/,
    )
    await here.owner.query('reset session_replication_role')
  })
})

/** As somebody does who owns the database and hides their traces: the trigger away, the change, the trigger back. */
async function tamper(owner: pg.Client, table: string, statement: string) {
  await owner.query(`set session_replication_role = replica; alter table ${table} disable trigger never_changed`)
  await owner.query(statement)
  await owner.query(`alter table ${table} enable always trigger never_changed; reset session_replication_role`)
}

describe('what was changed behind the triggers is named', () => {
  const third = (rows: { id: string }[]) => rows[4]!.id
  const cases: [
    string,
    string,
    (h: Awaited<ReturnType<typeof chained>>) => string,
    (h: Awaited<ReturnType<typeof chained>>) => string,
  ][] = [
    [
      'another name',
      'audit',
      (h) => `update audit set actor_name = 'x' where id = '${third(h.rows)}'`,
      (h) => `batch 2: row ${third(h.rows)} (evidence.renamed`,
    ],
    [
      'another instant, by a microsecond',
      'audit',
      (h) => `update audit set at = at + interval '1 microsecond' where id = '${third(h.rows)}'`,
      (h) => `row ${third(h.rows)}`,
    ],
    [
      'other details',
      'audit',
      (h) => `update audit set details = details || '{"name":"x"}' where id = '${third(h.rows)}'`,
      (h) => `row ${third(h.rows)}`,
    ],
    [
      'a row gone',
      'audit',
      (h) => `delete from audit where id = '${third(h.rows)}'`,
      (h) => `row ${third(h.rows)} is missing`,
    ],
    [
      'an entry gone',
      'audit_entry',
      (h) => `delete from audit_entry where audit_id = '${third(h.rows)}'`,
      () => 'batch 2: 2 of 3 rows',
    ],
    [
      'an entry’s digest',
      'audit_entry',
      (h) => `update audit_entry set digest = '\\x00' where audit_id = '${third(h.rows)}'`,
      (h) => `row ${third(h.rows)}`,
    ],
    [
      'rows exchanged',
      'audit_entry',
      () =>
        `update audit_entry set index = case index when 0 then 10 else index end where batch = 2; update audit_entry set index = index - 1 where batch = 2 and index < 10; update audit_entry set index = 2 where index = 10`,
      () => 'batch 2: ',
    ],
    [
      'a batch’s time',
      'audit_batch',
      () => `update audit_batch set at = at - interval '1 day' where number = 2`,
      () => 'batch 2 was altered',
    ],
    ['a batch gone', 'audit_batch', () => 'delete from audit_batch where number = 2', () => 'batch 2 is missing'],
    [
      'a row put in past the service',
      'audit',
      () =>
        `insert into audit (id, platform_id, actor_name, actor_part, action, subject_kind) values (gen_random_uuid(), gen_random_uuid(), 'x', 'system', 'x.y', 'person')`,
      () => 'stands in no batch',
    ],
  ]

  it.each(cases)('%s', async (_, table, statement, told) => {
    const here = await chained(3)
    try {
      await tamper(here.owner, table, statement(here))
      expect((await checkAudit(here.db)).fault).toContain(told(here))
    } finally {
      await here.close()
    }
  })

  it('a row removed before it was chained', async () => {
    const here = await chained(1)
    try {
      const subject = randomUUID()
      await here.db.asSystem((tx) => record(tx, subject))
      await tamper(here.owner, 'audit', `delete from audit where subject_id = '${subject}'`)
      expect(await sequenceAudit(here.db)).toBe(0)
      expect((await checkAudit(here.db)).fault).toContain('which waited to be chained')
    } finally {
      await here.close()
    }
  })

  it('an end that was cut off, or rewritten, to whoever noted a batch', async () => {
    const here = await chained(3)
    try {
      const { head } = await checkAudit(here.db)
      await tamper(here.owner, 'audit_entry', `delete from audit_entry where batch = 3`)
      await tamper(here.owner, 'audit', `delete from audit where subject_id = '${here.subjects[2]}'`)
      await tamper(here.owner, 'audit_batch', `delete from audit_batch where number = 3`)
      expect((await checkAudit(here.db)).fault).toBeUndefined()
      expect((await checkAudit(here.db, head)).fault).toContain('batch 3, which was noted, is missing')
      await here.db.asSystem((tx) => record(tx, randomUUID()))
      await sequenceAudit(here.db)
      expect((await checkAudit(here.db, head)).fault).toContain('batch 3 is not the one that was noted')
    } finally {
      await here.close()
    }
  })

  it('one record’s rows by themselves', async () => {
    const here = await chained(2)
    try {
      await tamper(here.owner, 'audit', `update audit set reason = 'x' where id = '${here.rows[0]!.id}'`)
      expect((await checkRecord(here.db, here.subjects[0]!)).fault).toContain(here.rows[0]!.id)
      expect((await checkRecord(here.db, here.subjects[1]!)).fault).toBeUndefined()
    } finally {
      await here.close()
    }
  })
})

it('hashes as RFC 6962 does', () => {
  // The tree over one and over seven leaves, from the published vectors of certificate transparency.
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map((hex) =>
    leafDigest(Buffer.from(hex, 'hex')),
  )
  expect(merkleRoot(leaves.slice(0, 1)).toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(merkleRoot(leaves).toString('hex')).toBe('ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c')
})
