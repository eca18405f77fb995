import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls, type EvidenceFind } from '../../contract/evidence/evidence.ts'
import { listEvidence } from '../../server/evidence/evidence.repo.ts'
import { evidenceByHash } from '../../server/certificates/sharing/share.repo.ts'
import { type Database, openDatabase } from '../../server/kit/db/db.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { randomness } from '../kit/randomness.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

type Find = Partial<Record<keyof EvidenceFind, unknown>> & Record<string, unknown>
const list = async (find: Find, as: Member) => {
  await forgetLimits(t)
  return (await t.call(evidenceCalls.list, { body: find as never }, as)).data
}
const names = async (find: Find, as: Member) => (await list({ pageSize: 500, ...find }, as)).list.map((r) => r.name)
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

describe('by label', () => {
  it('is what has it now: given, taken, merged into another, hidden and taken back', async () => {
    const me = await t.member()
    const [one, two] = [
      await buildEvidence(t, me, { name: 'one', labels: ['案件', '商标'], createdAt: at(1) }),
      await buildEvidence(t, me, { name: 'two', labels: ['商标'], createdAt: at(2) }),
    ]
    const set = (id: string, columns: Record<string, unknown>) =>
      t.services.db.system.updateTable('evidence').set(columns).where('id', '=', id).execute()
    expect(await names({ label: '商标' }, me)).toEqual(['two', 'one'])
    await set(two.id, { labels: ['案件'] })
    expect([await names({ label: '商标' }, me), await names({ label: '案件' }, me)]).toEqual([['one'], ['two', 'one']])
    await set(one.id, { hidden: true })
    expect([await names({ label: '案件' }, me), await names({ label: '案件', hidden: true }, me)]).toEqual([
      ['two'],
      ['one'],
    ])
    await set(one.id, { hidden: false, labels: [] })
    expect([await names({ label: '案件' }, me), await names({ label: '商标' }, me)]).toEqual([['two'], []])
    expect(await names({ label: '案件' }, await t.member())).toEqual([])
  })

  it('goes with every other condition, page by page and by cursor, and shows sub-accounts their own alone', async () => {
    const me = await t.member({ kind: 'enterprise' })
    const sub = await t.sub(me, { grants: ['evidence.read', 'evidence.write'] as never })
    for (let i = 0; i < 24; i++)
      await buildEvidence(t, i % 3 ? me : { ...sub, accountId: me.accountId }, {
        name: `页 ${i}`,
        labels: i % 2 ? ['甲'] : ['甲', '乙'],
        status: i % 4 ? 'collected' : 'failed',
        createdAt: at(i % 5 ? i : 0),
      })
    const all = await names({ label: '甲' }, me)
    expect(all).toHaveLength(24)
    expect(all).toEqual(await names({}, me))
    expect(await names({ label: '乙', status: 'failed' }, me)).toEqual(all.filter((n) => Number(n.slice(2)) % 4 === 0))
    expect(await names({ label: '甲', operatorId: sub.personId }, me)).toEqual(await names({ label: '甲' }, sub))
    expect(await names({ label: '甲' }, sub)).toEqual(all.filter((n) => Number(n.slice(2)) % 3 === 0))
    expect(await names({ label: '甲', sort: 'name' }, me)).toEqual(all.toSorted())
    const paged = []
    let cursor: string | null | undefined
    do {
      const page = await list({ label: '甲', pageSize: 7, ...(cursor ? { cursor } : {}) }, me)
      expect(page.total).toBe(24)
      paged.push(...page.list.map((r) => r.name))
      cursor = page.cursor
    } while (cursor)
    expect(paged).toEqual(all)
    expect(await names({ label: '甲', pageSize: 7, pageNum: 3 }, me)).toEqual(all.slice(14, 21))
  })
})

describe('by word', () => {
  it('finds what says it, in names, addresses and remarks, of any length and in any script', async () => {
    const me = await t.member()
    const other = await t.member()
    const random = randomness('words of evidence')
    const signs = [...'abcXYZ019/.-_%\\ 中国商标侵权🙂é']
    const text = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(signs)).join('')
    const made: { id: string; number: string; mine: boolean; name: string; url: string; remark: string }[] = []
    for (let i = 0; i < 60; i++) {
      const row = { name: text(12), url: `https://${i}.example/${text(8)}`, remark: text(6) }
      made.push({ ...row, ...(await buildEvidence(t, i % 6 ? me : other, row)), mine: i % 6 > 0 })
    }
    const says = (row: (typeof made)[number], word: string) =>
      [row.name, row.url, row.remark].some((s) => s.toLowerCase().includes(word.toLowerCase())) || row.number === word
    for (let i = 0; i < 80; i++) {
      const row = random.pick(made)
      const letters = [...random.pick([row.name, row.url, row.remark])]
      const from = random.below(letters.length)
      const word = letters.slice(from, from + 1 + random.below(6)).join('')
      // What is around a word is not part of it.
      if (word.trim() !== word) continue
      const { list: found } = await list({ keyWord: word, pageSize: 500 }, me)
      expect([word, found.map((r) => r.id).toSorted()]).toEqual([
        word,
        made
          .filter((m) => m.mine && says(m, word))
          .map((m) => m.id)
          .toSorted(),
      ])
    }
    const [mine] = made.filter((m) => m.mine)
    expect((await list({ keyWord: mine!.number }, me)).list.map((r) => r.id)).toEqual([mine!.id])
  })

  it('pages through what many say and few say alike, with their totals', async () => {
    const me = await t.member()
    for (let i = 0; i < 45; i++)
      await buildEvidence(t, me, { name: `${i % 3 ? '网页' : '判决书'} ${i}`, createdAt: at(i) })
    for (const [word, count] of [
      ['网页', 30],
      ['判决', 15],
    ] as const) {
      const first = await list({ keyWord: word, pageSize: 10 }, me)
      const second = await list({ keyWord: word, pageSize: 10, cursor: first.cursor }, me)
      expect([first.total, second.total]).toEqual([count, count])
      expect(new Set([...first.list, ...second.list].map((r) => r.id)).size).toBe(Math.min(20, count))
    }
  })
})

describe('is read from indexes alone, with what the database counts', () => {
  let db: Database
  beforeAll(async () => {
    db = openDatabase(t.databaseUrl, { max: 1 })
    await sql`set enable_seqscan = off`.execute(db.system)
  })
  afterAll(() => db.close())
  /** How often the whole table was read: an index that could serve would have been taken. */
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db.system)
    const { rows } = await sql<{ n: string }>`
      select coalesce(sum(seq_scan), 0) as n from pg_stat_user_tables where relname in ('evidence', 'evidence_file', 'evidence_label', 'evidence_text', 'hash_deposit', 'package_before')`.execute(
      db.system,
    )
    return Number(rows[0]!.n)
  }
  const scansOf = async (work: () => Promise<unknown>) => {
    const before = await scans()
    await work()
    return (await scans()) - before
  }

  it.each([
    ['a list', {}],
    ['a list by label', { label: '商标' }],
    ['a list by a word', { keyWord: '判决' }],
    ['a list by one sign', { keyWord: '判', label: '商标' }],
    ['a list by label, far behind', { label: '商标', pageNum: 500 }],
    ['a list, far behind', { pageNum: 500 }],
  ])('%s', async (_, find) => {
    const { accountId } = await t.member()
    const asked = { pageNum: 1, pageSize: 10, sort: [{ field: 'date', descending: true }], ...find } as EvidenceFind
    const scanned = await scansOf(() =>
      db.forAccount({ accountId }, async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        await listEvidence(tx, { accountId }, asked)
        await sql`select pg_stat_force_next_flush()`.execute(tx)
      }),
    )
    expect(scanned).toBe(0)
  })

  it('the public check', async () => {
    const hash = Buffer.alloc(32, 1)
    expect(await scansOf(() => evidenceByHash(db, t.platformId, { sha256: hash, sm3: hash }))).toBe(0)
  })
})
