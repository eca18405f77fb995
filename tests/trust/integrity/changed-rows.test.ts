import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAudit } from '../../../server/kit/audit/audit-check.ts'
import { audit, idOf, makeWorld, settle, tamper, type World } from './integrity-kit.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 120_000)
afterAll(() => world.close())

const kinds = (findings: { what: string }[]) => findings.map((f) => f.what).toSorted()

describe('rows that were changed behind the service’s back', () => {
  const evidenceEntry = `(select idx from log_entry where kind = 'evidence' and evidence_id = `
  const cases: [string, string, () => string, string[]][] = [
    [
      'a leaf',
      'log_entry',
      () => `update log_entry set leaf = 'x' where evidence_id = ${idOf(world, 0)}`,
      ['entry-altered', 'leaf-differs'],
    ],
    [
      'a leaf that was taken out',
      'log_entry',
      () => `delete from log_entry where evidence_id = ${idOf(world, 0)}`,
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
      () => `update log_node set hash = sha256('x') where level = 0 and idx = ${evidenceEntry}${idOf(world, 1)})`,
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
        `update log_checkpoint set note = set_byte(note, length(note) - 5, case get_byte(note, length(note) - 5) when 65 then 66 else 65 end) where size = (select min(size) from log_checkpoint)`,
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
        `update evidence set statement = replace(convert_from(statement, 'UTF8'), 'A page', 'B page')::bytea where id = ${idOf(world, 2)}`,
      ['stamp-invalid', 'stamp-invalid', 'statement-altered'],
    ],
    [
      'a statement with its digest',
      'evidence',
      () =>
        `update evidence set statement = s, statement_sha256 = sha256(s) from (select replace(convert_from(statement, 'UTF8'), 'A page', 'B page')::bytea as s from evidence where id = ${idOf(world, 2)}) x where id = ${idOf(world, 2)}`,
      ['not-logged', 'stamp-invalid', 'stamp-invalid'],
    ],
    [
      'a token',
      'evidence',
      () =>
        `update evidence set token = (select token from evidence where id = ${idOf(world, 0)}) where id = ${idOf(world, 2)}`,
      ['leaf-differs', 'stamp-invalid', 'stamp-invalid'],
    ],
    [
      'a third party’s token',
      'timestamp_token',
      () =>
        `update timestamp_token set der = (select der from timestamp_token where evidence_id = ${idOf(world, 0)}) where evidence_id = ${idOf(world, 1)}`,
      ['stamp-invalid'],
    ],
    [
      'what a row says of such a token',
      'timestamp_token',
      () => `update timestamp_token set gen_time = gen_time - interval '1 hour' where evidence_id = ${idOf(world, 1)}`,
      ['stamp-row'],
    ],
    [
      'what the package has of it',
      'later_proof',
      () =>
        `update later_proof set bytes = set_byte(bytes, 300, get_byte(bytes, 300) # 1) where evidence_id = ${idOf(world, 1)} and path like '%.tst'`,
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

it('a digest stands for nobody: a finding tells no content', async () => {
  const { rows } = await world.owner.query('select expected || found || place as text from integrity_finding')
  expect(rows.length).toBeGreaterThan(20)
  const secret = createHash('sha256').update('page').digest('hex')
  for (const { text } of rows) expect(text).not.toMatch(new RegExp(`B page|page of|${secret}`))
})
