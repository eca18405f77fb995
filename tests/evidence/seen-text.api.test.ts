import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { type EvidenceFind, evidenceCalls } from '../../contract/evidence/evidence.ts'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { captureQueue } from '../../server/captures/capture.queue.ts'
import { sweepPreviews } from '../../server/captures/captures.jobs.ts'
import { pageReader } from '../../server/captures/web/seen-text.ts'
import { evidencePersonalData } from '../../server/evidence/personal-data.ts'
import { seal } from '../../server/evidence/sealing/seal.service.ts'
import { mostSeenSigns, readUnreadPages } from '../../server/evidence/seen-text/seen-text.service.ts'
import type { Caller } from '../../server/kit/calls/caller.ts'
import { newId } from '../../server/kit/ids.ts'
import type { WorkLog } from '../../server/kit/work/domain.ts'
import { choosable as choosableFor } from '../../server/notarization/notarization/notarization.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { buildTestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { randomness } from '../kit/randomness.ts'
import { makeOwner, makeUploading, prepareFolder } from '../kit/sealing.ts'
import { localAuthority } from '../trust/sample.ts'

let t: TestApp
let dir: string
beforeAll(async () => {
  t = await buildTestApp()
  dir = await mkdtemp(join(tmpdir(), 'skz-seen-'))
})
afterAll(async () => {
  await t.close()
  await rm(dir, { recursive: true, force: true })
})

type Find = Partial<Record<keyof EvidenceFind, unknown>>
const list = async (find: Find, as: Member) => {
  await forgetLimits(t)
  return (await t.call(evidenceCalls.list, { body: { pageSize: 500, ...find } as never }, as)).data
}
const names = async (keyWord: string, as: Member, find: Find = {}) =>
  (await list({ keyWord, ...find }, as)).list.map((r) => r.name)
const textOf = async (id: string) =>
  (await t.services.db.system.selectFrom('evidenceText').select('text').where('evidenceId', '=', id).executeTakeFirst())
    ?.text
const log: WorkLog = { info() {}, warn() {}, error() {} }
const readOlderPages = (services = t.services, to = log) => readUnreadPages(services, to, pageReader)

describe('a word on the page', () => {
  it('finds evidence of the account that shows it, of any length, in any case, with every sign as itself', async () => {
    const [me, other] = [await t.member(), await t.member()]
    const seen = '商品详情 iPhone 17 Pro\n限时 50% 折扣_包邮\nC:\\temp'
    await buildEvidence(t, me, { name: '一', seen, createdAt: new Date(1) })
    await buildEvidence(t, me, { name: '二', seen: '商品列表', createdAt: new Date(2) })
    await buildEvidence(t, other, { name: '别人', seen })
    for (const word of [
      '详情',
      '详',
      '详情 iPhone 17',
      'IPHONE',
      'ip',
      '7 P',
      '0%',
      '50% 折',
      '%',
      '_',
      '扣_包',
      '\\',
      ':\\t',
    ])
      expect([word, await names(word, me)]).toEqual([word, ['一']])
    expect(await names('商品', me)).toEqual(['二', '一'])
    expect(await names('详情  iPhone', me)).toEqual(['一'])
    // Signs of two paragraphs are no word, and these stand apart in one.
    for (const word of ['Pro限', '商情', '折扣 包', '没有']) expect([word, await names(word, me)]).toEqual([word, []])
    expect(await names('详情', other)).toEqual(['别人'])
  })

  it('is told with its first place, where nothing else of the row says it', async () => {
    const me = await t.member()
    const before = '前'.repeat(40)
    await buildEvidence(t, me, { name: '一', seen: `${before}\n关于 Widget 的说明\n${'后'.repeat(200)}widget` })
    await buildEvidence(t, me, { name: 'A widget', seen: 'widget' })
    await buildEvidence(t, me, { name: '三', url: 'https://widget.example/', seen: 'widget' })
    await buildEvidence(t, me, { name: '四', remark: 'WIDGET', seen: 'widget' })
    const { list: rows } = await list({ keyWord: 'widget', sort: 'name' }, me)
    expect(rows.map((r) => [r.name, r.found?.word])).toEqual([
      ['A widget', undefined],
      ['一', 'Widget'],
      ['三', undefined],
      ['四', undefined],
    ])
    const { found } = rows[1]!
    expect(found).toEqual({
      before: `…${'前'.repeat(20)} 关于 `,
      word: 'Widget',
      after: ` 的说明 ${'后'.repeat(45)}…`,
    })
    expect([...found!.before, ...found!.word, ...found!.after].length).toBeLessThanOrEqual(82)
    expect((await list({}, me)).list.every((r) => !('found' in r))).toBe(true)
    const long = '长'.repeat(100)
    await buildEvidence(t, me, { name: '五', seen: `${before}${long}尾` })
    expect((await list({ keyWord: long }, me)).list[0]!.found).toMatchObject({ word: long, after: '…' })
  })

  it('is told wherever evidence is looked for', async () => {
    const me = await t.member()
    const e = await buildEvidence(t, me, { name: '网页', seen: '独家代理协议' })
    const told = { before: '', word: '独家', after: '代理协议' }
    const captured = await t.call(webCaptureCalls.list, { body: { keyWord: '独家' } as never }, me)
    expect(captured.data.list[0]!.found).toEqual(told)
    const choosable = await t.call(notarizationCalls.choosable, { query: { keyWord: '独家' } as never }, me)
    expect(choosable.data.list).toMatchObject([{ ano: e.number, found: told }])
    // Whoever reads orders alone reads no page.
    const caller = {
      ...me,
      platform: { id: t.platformId, name: { en: 'X' } },
      lang: 'en',
      rights: new Set(['judicial.read']),
    }
    const asked = {
      keyWord: '独家',
      pageNum: 1,
      pageSize: 10,
      sort: [{ field: 'date', descending: true }],
    } as EvidenceFind
    const without = await choosableFor(t.services, caller as unknown as Caller, asked)
    expect([without.list.length, without.list[0]!.found]).toEqual([1, undefined])
    const detail = await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)
    expect(detail.data).not.toHaveProperty('found')
  })

  it('shows sub-accounts their own alone, what is hidden only when asked, and fits every other condition', async () => {
    const me = await t.member({ kind: 'enterprise' })
    const sub = await t.sub(me, { grants: ['evidence.read', 'evidence.write'] as never })
    const theirs = { ...sub, accountId: me.accountId }
    await buildEvidence(t, me, { name: 'boss', seen: '竞品价格', labels: ['甲'], createdAt: new Date(1) })
    const own = await buildEvidence(t, theirs, { name: 'sub', seen: '竞品价格', createdAt: new Date(2) })
    await buildEvidence(t, theirs, { name: 'waits', seen: '竞品价格', status: 'to-confirm', createdAt: new Date(3) })
    expect(await names('竞品', me)).toEqual(['waits', 'sub', 'boss'])
    expect(await names('竞品', sub)).toEqual(['waits', 'sub'])
    expect(await names('竞品', me, { label: '甲' })).toEqual(['boss'])
    expect(await names('竞品', sub, { label: '甲' })).toEqual([])
    expect(await names('竞品', me, { status: 'collected', operatorId: sub.personId })).toEqual(['sub'])
    await t.call(evidenceCalls.hide, { params: { id: own.id }, body: { hidden: true } }, sub)
    expect([await names('竞品', sub), await names('竞品', sub, { hidden: true })]).toEqual([['waits'], ['sub']])
    const scope = { accountId: me.accountId, onlyPersonId: sub.personId }
    const rows = await t.services.db.forAccount(scope, (tx) => tx.selectFrom('evidenceText').selectAll().execute())
    expect(rows).toHaveLength(2)
  })

  it('is found as by reading every page, page by page, however many show it', async () => {
    const me = await t.member({ kind: 'enterprise' })
    const sub = await t.sub(me, { grants: ['evidence.read'] as never })
    const random = randomness('words of pages')
    const signs = [...'abAB01/%_\\ 商品价格🙂']
    const text = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(signs)).join('')
    await t.services.db.system.executeQuery(
      manyPages(me, 2_300, random.pick(['常见', '通用'])).compile(t.services.db.system),
    )
    const made: { id: string; name: string; seen: string; mine: boolean }[] = []
    for (let i = 0; i < 60; i++) {
      const row = { name: `${text(3)}${i}`, seen: text(30).replaceAll(/\s+/g, ' ').trim(), mine: i % 3 > 0 }
      const owner = row.mine ? { ...sub, accountId: me.accountId } : me
      made.push({ ...row, ...(await buildEvidence(t, owner, { ...row, url: 'https://x.example/' })) })
    }
    const ids = new Set(made.map((m) => m.id))
    for (let i = 0; i < 60; i++) {
      const letters = [...random.pick(made).seen]
      const from = random.below(Math.max(letters.length, 1))
      const word = letters.slice(from, from + 1 + random.below(4)).join('')
      if (!word || word.trim() !== word) continue
      const says = (m: (typeof made)[number]) =>
        [m.name, m.seen, 'https://x.example/'].some((s) => s.toLowerCase().includes(word.toLowerCase()))
      for (const who of [me, sub]) {
        const found = (await list({ keyWord: word }, who)).list.map((r) => r.id).filter((id) => ids.has(id))
        const expected = made.filter((m) => says(m) && (who === me || m.mine)).map((m) => m.id)
        expect([word, found.toSorted()]).toEqual([word, expected.toSorted()])
      }
    }
    const first = await list({ keyWord: '页面上', pageSize: 10 }, me)
    const second = await list({ keyWord: '页面上', pageSize: 10, cursor: first.cursor }, me)
    expect([first.total, first.totalIsEstimate]).toEqual([1_000, true])
    expect(new Set([...first.list, ...second.list].map((r) => r.id)).size).toBe(20)
    expect(first.list[0]!.found).toMatchObject({ word: '页面上' })
    // One sign of the pages many of which are compared.
    expect((await list({ keyWord: '第7号', pageSize: 10 }, me)).total).toBe(1)
    expect((await list({ keyWord: '页面上', pageSize: 10 }, sub)).total).toBe(0)
  })
})

/** Pages of an account that all show the same words, each with its number. */
const manyPages = ({ accountId, personId }: Member, count: number, word: string) => sql`
  with made as (
    insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, lang, status, completeness, request, created_at, sealed_at, statement, statement_sha256, token, token_serial)
    select gen_random_uuid(), ${t.platformId}, ${accountId}, ${personId}, 'X', 'X', 'enterprise', lpad((777000000 + n)::text, 18, '0'), 'ATTSETATIONURL', 'M' || n, 'en', 'collected', 'full', '{}',
      timestamptz '2026-01-01' + n * interval '1 second', now(), '{}'::bytea, sha256(n::text::bytea), 'token'::bytea, 'AB'
    from generate_series(1, ${count}::int) n returning id, account_id, name)
  insert into evidence_text select id, account_id, '页面上都有的' || ${word} || ' 第' || substr(name, 2) || '号' from made`

describe('a page that is sealed', () => {
  const sealed = async (files: Record<string, string>, more: { seenText?: string; confirmHours?: number } = {}) => {
    const owner = await makeOwner(t.services, t.platformId)
    const record = await makeUploading(t.services, owner)
    const prepared = await prepareFolder(await mkdtemp(join(dir, 'files-')), files)
    const { seenText, confirmHours } = more
    const captured = { ...prepared.captured, ...(seenText === undefined ? {} : { seenText }) }
    const order = { record, captured, dir: prepared.dir, job: { queue: captureQueue, jobId: newId() } }
    const sealer = { services: t.services, authority: await localAuthority() }
    await seal(sealer, { ...order, ...(confirmHours === undefined ? {} : { confirmHours }) })
    return record
  }

  it('keeps what was seen with it, and nothing of a preview that nobody confirms', async () => {
    const kept = await sealed({ 'page.txt': 'x' }, { seenText: '看到的文字' })
    expect(await textOf(kept.id)).toBe('看到的文字')
    const waits = await sealed({ 'page.txt': 'x' }, { seenText: '待确认的文字', confirmHours: 1 })
    expect(await textOf(waits.id)).toBe('待确认的文字')
    await t.services.db.system
      .updateTable('evidence')
      .set({ confirmUntil: new Date(0) })
      .where('id', '=', waits.id)
      .execute()
    await sweepPreviews(t.services)
    expect(await textOf(waits.id)).toBeUndefined()
    expect(await textOf(kept.id)).toBe('看到的文字')
  })

  it('keeps nothing where the sealing is no longer its worker’s', async () => {
    const owner = await makeOwner(t.services, t.platformId)
    const record = await makeUploading(t.services, owner)
    const { captured, dir: folder } = await prepareFolder(await mkdtemp(join(dir, 'files-')), { 'page.txt': 'x' })
    await seal(
      { services: t.services, authority: await localAuthority() },
      {
        record: { ...record, attempt: 2 },
        captured: { ...captured, seenText: '失去的' },
        dir: folder,
        job: { queue: captureQueue, jobId: newId() },
      },
    )
    expect(await textOf(record.id)).toBeUndefined()
  })

  it('goes with whoever leaves', async () => {
    const [me, other] = [await t.member(), await t.member()]
    const mine = await buildEvidence(t, me, { seen: '会离开' })
    const stays = await buildEvidence(t, other, { seen: '会留下' })
    const person = { id: me.personId, platformId: t.platformId, phone: '', mail: null, name: 'X' }
    await t.services.db.asSystem((tx) =>
      evidencePersonalData.erase!(tx, { person, owned: [me.accountId], names: [], memberships: [], accounts: [] }),
    )
    expect([await textOf(mine.id), await textOf(stays.id)]).toEqual([undefined, '会留下'])
  })
})

describe('pages that were captured before', () => {
  const unread = async () =>
    Number(
      (
        await sql<{ n: string }>`select count(*) as n from evidence_text where text is null`.execute(
          t.services.db.system,
        )
      ).rows[0]!.n,
    )

  it('are read from what was sealed, of each account the newest first; one that cannot be read holds up none', async () => {
    const [many, few] = [await t.member(), await t.member()]
    const pages = []
    for (let i = 0; i < 55; i++) pages.push(await buildEvidence(t, many, { content: `旧页面 ${i}`, seen: null }))
    const lines = `${JSON.stringify({ text: '屏幕上的字', window: 1 })}\n`
    const recorded = await buildEvidence(t, few, { path: 'data/text-seen.jsonl', content: lines, seen: null })
    const without = await buildEvidence(t, few, { path: 'data/page.pdf', seen: null })
    const gone = await buildEvidence(t, few, { content: '不见了', seen: null })
    await t.services.store.remove(gone.sha256)
    await readOlderPages()
    expect([await textOf(recorded.id), await textOf(without.id), await textOf(gone.id)]).toEqual(['屏幕上的字', '', ''])
    expect([await textOf(pages.at(-1)!.id), await textOf(pages[0]!.id)]).toEqual(['旧页面 54', null])
    expect(await unread()).toBe(8)
    await readOlderPages()
    await readOlderPages()
    expect([await unread(), await textOf(pages[0]!.id)]).toEqual([0, '旧页面 0'])
    expect((await names('旧页面', many)).length).toBe(55)
  })

  it('wait where the store does not answer', async () => {
    const page = await buildEvidence(t, await t.member(), { content: '等一等', seen: null })
    const away = async () => Promise.reject(new Error('away'))
    const open = () => t.services.store.open(createHash('sha256').update('none').digest('hex'))
    const store = Object.assign(Object.create(t.services.store) as typeof t.services.store, { size: away, open })
    const told: string[] = []
    const error = (_: object, text: string) => void told.push(text)
    await readOlderPages({ ...t.services, store }, { ...log, error })
    expect([await textOf(page.id), told]).toEqual([null, ['older pages are left unread']])
    await readOlderPages()
    expect(await textOf(page.id)).toBe('等一等')
  })

  it('are read once where several workers come to them', async () => {
    const me = await t.member()
    for (let i = 0; i < 10; i++) await buildEvidence(t, me, { content: `同时 ${i}`, seen: null })
    let opened = 0
    const open = (sha256: string) => (opened++, t.services.store.open(sha256))
    const store = Object.assign(Object.create(t.services.store) as typeof t.services.store, { open })
    await Promise.all([1, 2, 3].map(() => readOlderPages({ ...t.services, store })))
    expect([await unread(), opened]).toEqual([0, 10])
  })
})

it('holds no more of a page than can be found', async () => {
  const me = await t.member()
  await buildEvidence(t, me, { name: 'long', seen: `${'字'.repeat(mostSeenSigns - 2)}末尾` })
  expect(await names('末尾', me)).toEqual(['long'])
  await expect(buildEvidence(t, me, { seen: '字'.repeat(mostSeenSigns + 1) })).rejects.toThrow(
    /evidence_text_text_check/,
  )
})
