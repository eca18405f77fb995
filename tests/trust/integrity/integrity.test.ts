import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAudit } from '../../../server/kit/audit/audit-check.ts'
import type { Services } from '../../../server/kit/services.ts'
import {
  audit,
  begin,
  findingsOf,
  makeWorld,
  runOf,
  settle,
  tamper,
  withStore,
  work,
  type World,
} from './integrity-kit.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 120_000)
afterAll(() => world.close())

const file = (sha256: string) => join(world.t.services.config.dataDir, 'store/objects', sha256.slice(0, 2), sha256)
/** The first file of the first evidence. */
async function anObject() {
  const { rows } = await world.owner.query(
    `select encode(sha256, 'hex') as sha256 from evidence_file where evidence_id = $1 and path like '%page.txt'`,
    [world.evidence[0]!.id],
  )
  return rows[0].sha256 as string
}
const kinds = (findings: { what: string }[]) => findings.map((f) => f.what).toSorted()
const idOf = (i: number) => `'${world.evidence[i]!.id}'`

describe('an audit of what is as it was', () => {
  it('reads everything, finds nothing, and stands in the record of acts and so in the log', async () => {
    const { id, run, findings } = await audit(world)
    expect(findings).toEqual([])
    const {
      rows: [there],
    } = await world.owner.query(
      `select (select count(*) from stored_object) as objects, (select count(*) from log_entry) as entries, (select count(*) from log_checkpoint) as checkpoints, (select count(*) from audit_entry) as acts, (select sum(size)::bigint from stored_object) as bytes`,
    )
    // Three own stamps and three of the authority that was asked.
    expect(run).toMatchObject({ state: 'DONE', ...there, stamps: 6, findings: 0, trouble: null, lease: null })
    expect(run.objects).toBeGreaterThanOrEqual(4 + 3 + 3)
    await settle(world)
    const { rows } = await world.owner.query(
      `select details, actor_part, l.idx from audit a join audit_entry e on e.audit_id = a.id join audit_batch b on b.number = e.batch join log_entry l on l.subject = encode(b.digest, 'hex') where a.action = 'integrity.checked' and subject_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([
      { actor_part: 'system', details: { findings: 0, objects: run.objects, bytes: run.bytes } },
    ])
  })

  it('is one at a time', async () => {
    const id = await begin(world)
    expect(await begin(world)).toBeUndefined()
    // Two processes at once: the run is one's alone.
    expect((await Promise.all([work(world), work(world), work(world)])).filter(Boolean)).toHaveLength(1)
    expect(await runOf(world, id!)).toMatchObject({ state: 'DONE', stamps: 6 })
    expect(await work(world)).toBe(false)
  })
})

describe('an object', () => {
  const spoiled = async (spoil: (path: string) => Promise<void>) => {
    const sha256 = await anObject()
    const [path, aside] = [file(sha256), `${file(sha256)}.aside`]
    await rename(path, aside)
    await spoil(path)
    const seen = await audit(world)
    await rm(path, { recursive: true, force: true })
    await rename(aside, path)
    return { ...seen, sha256 }
  }
  it('that differs in one bit is found, with the evidence that needs it', async () => {
    const { sha256, findings } = await spoiled(async (path) => {
      const bytes = await readFile(`${path}.aside`)
      bytes[3]! ^= 1
      await writeFile(path, bytes)
    })
    expect(findings).toMatchObject([
      {
        what: 'object-altered',
        place: sha256,
        evidence_id: world.evidence[0]!.id,
        expected: expect.stringContaining(sha256),
      },
    ])
    expect(findings[0]!.found).not.toContain(sha256)
  })

  it('that is missing, or cannot be read, is found', async () => {
    expect((await spoiled(() => Promise.resolve())).findings).toMatchObject([{ what: 'object-missing' }])
    expect((await spoiled((path) => mkdir(path).then(() => {}))).findings).toMatchObject([
      { what: 'object-unreadable', found: 'EISDIR' },
    ])
  })

  it('that was let go of while it was to be read is not missed', async () => {
    const gone = createHash('sha256').update('a picture of papers').digest('hex')
    await world.owner.query(`insert into stored_object (sha256) values ('\\x${gone}')`)
    await world.owner.query(
      `insert into uploaded_file (id, platform_id, account_id, person_id, scene, name, media_type, size, sha256) select gen_random_uuid(), platform_id, account_id, person_id, 'feedback', 'x', 'image/png', 7, '\\x${gone}' from membership limit 1`,
    )
    const letGo = () => world.owner.query(`delete from uploaded_file where sha256 = '\\x${gone}'`)
    const { store } = world.t.services
    const size = async (sha256: string) => {
      if (sha256 === gone) await letGo()
      return store.size(sha256)
    }
    const id = (await begin(world))!
    await work(world, withStore(world, { size }))
    expect(await findingsOf(world, id)).toEqual([])
    await world.owner.query(`delete from stored_object where sha256 = '\\x${gone}'`)
  })

  it('of which rows say different things is found', async () => {
    const undo = await tamper(
      world,
      'evidence_file',
      `update evidence_file set sm3 = sha256('x') where evidence_id = ${idOf(1)} and path like '%page.txt'`,
    )
    expect((await audit(world)).findings).toMatchObject([{ what: 'object-row', evidence_id: world.evidence[1]!.id }])
    await undo()
  })

  it('that is altered stays as it is: an audit mends and removes nothing', async () => {
    const sha256 = await anObject()
    await chmod(file(sha256), 0o600)
    const before = await readFile(file(sha256))
    await writeFile(file(sha256), 'something else')
    await audit(world)
    expect(String(await readFile(file(sha256)))).toBe('something else')
    await writeFile(file(sha256), before)
    await chmod(file(sha256), 0o400)
  })
})

describe('rows that were changed behind the service’s back', () => {
  const evidenceEntry = `(select idx from log_entry where kind = 'evidence' and evidence_id = `
  const cases: [string, string, () => string, string[]][] = [
    [
      'a leaf',
      'log_entry',
      () => `update log_entry set leaf = 'x' where evidence_id = ${idOf(0)}`,
      ['entry-altered', 'leaf-differs'],
    ],
    [
      'a leaf that was taken out',
      'log_entry',
      () => `delete from log_entry where evidence_id = ${idOf(0)}`,
      ['entry-missing', 'not-logged'],
    ],
    [
      'a leaf behind the end',
      'log_entry',
      () =>
        `insert into log_entry (shard_id, idx, kind, subject, leaf, size) values (1, 999, 'evidence', 'x', 'x', 1000)`,
      ['entry-extra'],
    ],
    [
      'a hash',
      'log_node',
      () => `update log_node set hash = sha256('x') where level = 0 and idx = ${evidenceEntry}${idOf(1)})`,
      ['node-altered'],
    ],
    [
      'a hash that was taken out',
      'log_node',
      () => 'delete from log_node where level = 0 and idx = 0',
      ['node-altered'],
    ],
    [
      'a checkpoint’s root',
      'log_checkpoint',
      () => `update log_checkpoint set root = sha256('x') where size = (select min(size) from log_checkpoint)`,
      ['checkpoint-invalid', 'root-differs'],
    ],
    [
      'a checkpoint’s signature',
      'log_checkpoint',
      () =>
        `update log_checkpoint set note = set_byte(note, length(note) - 5, get_byte(note, length(note) - 6)) where size = (select min(size) from log_checkpoint)`,
      ['checkpoint-invalid'],
    ],
    [
      'the newest checkpoint',
      'log_checkpoint',
      () => `update log_checkpoint set note = note || 'x' where size = (select max(size) from log_checkpoint)`,
      ['checkpoint-invalid', 'mark-differs'],
    ],
    [
      'the log’s certificate',
      'log_shard',
      () =>
        `update log_shard set certificate = (select convert_from('x', 'UTF8')::bytea) where false; update log_shard set opened_at = '2001-01-01'`,
      ['shard-key'],
    ],
    [
      'a statement',
      'evidence',
      () =>
        `update evidence set statement = replace(convert_from(statement, 'UTF8'), 'A page', 'B page')::bytea where id = ${idOf(2)}`,
      ['stamp-invalid', 'stamp-invalid', 'statement-altered'],
    ],
    [
      'a statement with its digest',
      'evidence',
      () =>
        `update evidence set statement = s, statement_sha256 = sha256(s) from (select replace(convert_from(statement, 'UTF8'), 'A page', 'B page')::bytea as s from evidence where id = ${idOf(2)}) x where id = ${idOf(2)}`,
      ['not-logged', 'stamp-invalid', 'stamp-invalid'],
    ],
    [
      'a token',
      'evidence',
      () => `update evidence set token = (select token from evidence where id = ${idOf(0)}) where id = ${idOf(2)}`,
      ['leaf-differs', 'stamp-invalid', 'stamp-invalid'],
    ],
    [
      'a third party’s token',
      'timestamp_token',
      () =>
        `update timestamp_token set der = (select der from timestamp_token where evidence_id = ${idOf(0)}) where evidence_id = ${idOf(1)}`,
      ['stamp-invalid'],
    ],
    [
      'what a row says of such a token',
      'timestamp_token',
      () => `update timestamp_token set gen_time = gen_time - interval '1 hour' where evidence_id = ${idOf(1)}`,
      ['stamp-row'],
    ],
    [
      'what the package has of it',
      'later_proof',
      () =>
        `update later_proof set bytes = set_byte(bytes, 300, get_byte(bytes, 300) # 1) where evidence_id = ${idOf(1)} and path like '%.tst'`,
      ['stamp-invalid'],
    ],
    [
      'an act',
      'audit',
      () =>
        `update audit set action = 'evidence.shared' where id = (select first_id from audit_batch where number = 1)`,
      ['acts-altered'],
    ],
    [
      'a leaf of the record of acts',
      'log_entry',
      () =>
        `update log_entry set leaf = audit_leaf(1, sha256('x')) where kind = 'audit' and idx = (select min(idx) from log_entry where kind = 'audit')`,
      ['acts-altered', 'entry-altered'],
    ],
  ]
  it.each(cases)('are found: %s', async (_, table, change, expected) => {
    const undo = await tamper(world, table, change())
    const { findings, run } = await audit(world)
    await undo()
    expect(kinds(findings)).toEqual(expected)
    expect(run.findings).toBe(expected.length)
  })

  it('and with them put back, nothing is found', async () => {
    expect((await audit(world)).findings).toEqual([])
  })

  it('are named by the check of the record of acts too, where the log tells otherwise', async () => {
    await settle(world)
    expect((await checkAudit(world.t.services.db)).fault).toBeUndefined()
    const undo = await tamper(
      world,
      'log_entry',
      `update log_entry set leaf = audit_leaf(1, sha256('x')) where kind = 'audit' and idx = (select min(idx) from log_entry where kind = 'audit')`,
    )
    expect((await checkAudit(world.t.services.db)).fault).toMatch(/batch 1 stands otherwise in the log/)
    await undo()
    const back = await tamper(world, 'log_entry', `delete from log_entry where kind = 'audit'`)
    expect((await checkAudit(world.t.services.db)).fault).toMatch(/batch 1 is not in the log/)
    await back()
  })

  it('tell of a database that is older than its store', async () => {
    const { marks } = world.t.services.store
    const [name] = (await marks.list()).toSorted().toReversed()
    const mark = JSON.parse(String(await marks.get(name!))) as { from: number; leaves: string[]; note: string }
    const [origin, size, ...rest] = mark.note.split('\n')
    const later = Number(size) + 100
    const ahead = name!.replace(/\d{15}$/, String(later).padStart(15, '0'))
    await marks.put(
      ahead,
      Buffer.from(JSON.stringify({ ...mark, from: later - 10, note: [origin, later, ...rest].join('\n') })),
    )
    expect((await audit(world)).findings).toMatchObject([{ what: 'log-behind', expected: String(later), found: size }])
    await marks.remove(ahead)
  })
})

describe('a run whose process ends', () => {
  /** A process that ends after so many transactions, before or after one is committed. */
  const ending = (how: 'before' | 'after'): { services: Services; signal: AbortSignal } => {
    const control = new AbortController()
    const { db } = world.t.services
    const asSystem: Services['db']['asSystem'] = async (run) => {
      control.abort()
      if (how === 'before') throw new Error('killed')
      return db.asSystem(run)
    }
    return { services: { ...world.t.services, db: { ...db, asSystem } }, signal: control.signal }
  }

  it('goes on where it was, step by step, and counts nothing twice', async () => {
    const whole = (await audit(world)).run
    const id = (await begin(world))!
    let [steps, kills] = [0, 0]
    while ((await runOf(world, id)).state === 'RUNNING') {
      const before = await runOf(world, id)
      // Killed before the commit: another does the step again, once the lease is over.
      const killed = ending('before')
      await work(world, killed.services, killed.signal).catch(() => kills++)
      expect((await runOf(world, id)).cursor).toEqual(before.cursor)
      await world.owner.query('update integrity_run set lease = null, lease_until = null')
      const { services, signal } = ending('after')
      await work(world, services, signal)
      steps++
    }
    const run = await runOf(world, id)
    const { objects, bytes, entries, checkpoints, stamps, findings } = whole
    expect(run).toMatchObject({ state: 'DONE', objects, bytes, entries, checkpoints, stamps, findings })
    expect(await findingsOf(world, id)).toEqual([])
    expect([steps > 5, kills]).toEqual([true, steps])
  })

  it('rests while the store does not answer, says why, and finds nothing for it', async () => {
    const id = (await begin(world))!
    const away = () => Promise.reject(new Error('store is away'))
    await expect(work(world, withStore(world, { size: away, ping: away }))).rejects.toThrow('store is away')
    expect(await runOf(world, id)).toMatchObject({ state: 'RUNNING', trouble: 'store is away', findings: 0 })
    // It is tried again later, not at once.
    expect(await work(world)).toBe(false)
    await world.owner.query('update integrity_run set lease_until = app_now() - interval $$1 second$$')
    await work(world)
    expect(await runOf(world, id)).toMatchObject({ state: 'DONE', trouble: null, findings: 0 })
  })
})

it('a run reads no faster than it may', async () => {
  const slow = await makeWorld({ SHIMAKAZE_INTEGRITY_MIB: '0.5' })
  try {
    const id = (await begin(slow))!
    const began = performance.now()
    await work(slow)
    const seconds = (performance.now() - began) / 1000
    const run = await runOf(slow, id)
    expect(run.bytes).toBeGreaterThan(500_000)
    expect(run.bytes / seconds).toBeLessThan(0.5 * 1024 ** 2 * 1.1)
  } finally {
    await slow.close()
  }
}, 120_000)

it('a digest stands for nobody: a finding tells no content', async () => {
  const { rows } = await world.owner.query('select expected || found || place as text from integrity_finding')
  expect(rows.length).toBeGreaterThan(20)
  const secret = createHash('sha256').update('page').digest('hex')
  for (const { text } of rows) expect(text).not.toMatch(new RegExp(`B page|page of|${secret}`))
})
