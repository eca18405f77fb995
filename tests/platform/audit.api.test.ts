import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { recordAct } from '../../server/kit/audit/audit.ts'
import { sequenceAudit } from '../../server/kit/audit/audit-chain.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence, type BuiltEvidence } from '../kit/people/factories.ts'

let t: TestApp
let owner: Member
let stranger: Member
let operator: Member
let evidence: BuiltEvidence
const firefox = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const rename = (name: string, as = owner) =>
  t.call(evidenceCalls.update, { params: { id: evidence.id }, body: { evidenceName: name } }, as, {
    'user-agent': firefox,
  })

beforeAll(async () => {
  t = await buildTestApp()
  owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
  stranger = await t.member({ name: '别人' })
  operator = await t.member({ name: '运营', role: 'operator' })
  evidence = await buildEvidence(t, owner)
  await rename('机密名称')
  await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: '机密抬头' } }, owner)
  await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: '别家抬头' } }, stranger)
})
afterAll(() => t.close())

const list = async (query: Record<string, string> = {}, as = owner) =>
  (await t.call(auditCalls.list, { query }, as)).data
const platformList = async (query: Record<string, string> = {}, as = operator) =>
  (await t.call(auditCalls.platformList, { query }, as)).data
const actions = async (query: Record<string, string>) => (await list(query)).list.map((r) => r.action)

describe('the record of an account', () => {
  it('tells who, for whom, what, on what, from where, from what to what, newest first', async () => {
    const [header, renamed] = (await list()).list
    expect(header).toMatchObject({ action: 'header.created', subject: '机密抬头', subjectKind: 'invoice-header' })
    expect(renamed).toMatchObject({
      who: '风岛公司',
      part: 'owner',
      account: '风岛公司',
      action: 'evidence.renamed',
      what: '证据改名',
      subjectKind: 'evidence',
      subjectId: evidence.id,
      subject: evidence.number,
      ip: '127.0.0.1',
      device: { browser: 'Firefox 131', system: 'Linux' },
      details: { name: '机密名称' },
      reason: null,
    })
    expect(renamed!.requestId).toMatch(/^[0-9a-f-]{36}$/)
    const english = await t.call(auditCalls.get, { params: { id: renamed!.id } }, owner, { 'x-lang': 'en' })
    expect(english.data.what).toBe('Evidence renamed')
  })

  it('finds by days, person, kind of act, kind of record, name and number', async () => {
    const sub = await t.sub(owner, { name: '李青', grants: ['evidence.all', 'evidence.write'] })
    await rename('再改', sub)
    const people = (await t.call(auditCalls.people, {}, owner)).data.list
    expect(people.map((p) => p.name).sort()).toEqual(['李青', '风岛公司'])
    expect(await list({ personId: sub.personId })).toMatchObject({ total: 1, list: [{ who: '李青', part: 'sub' }] })
    expect(await actions({ family: 'records' })).toEqual(['header.created'])
    expect(await actions({ subjectKind: 'evidence' })).toEqual(['evidence.renamed', 'evidence.renamed'])
    expect(await actions({ keyWord: '李' })).toEqual(['evidence.renamed'])
    expect(await actions({ keyWord: '机密抬' })).toEqual(['header.created'])
    expect(await actions({ keyWord: evidence.number })).toHaveLength(2)
    expect(await actions({ recordId: evidence.number })).toHaveLength(2)
    expect(await actions({ recordId: evidence.id, startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual([])
    expect(await actions({ recordId: 'no such thing' })).toEqual([])
    expect((await t.call(auditCalls.list, { query: { family: 'x' as 'signIn' } }, owner)).errorCode).toBe(
      'bad-parameter',
    )
  })

  it('is read to its end by cursor, nobody twice', async () => {
    await t.services.db.forAccount(stranger, async (tx) => {
      for (let i = 0; i < 25; i++)
        await recordAct(
          tx,
          { system: true, platform: { id: t.platformId }, accountId: stranger.accountId },
          { action: 'evidence.certified', subjectKind: 'evidence', subjectId: newId() },
        )
    })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ pageSize: '10', ...(cursor ? { cursor } : {}) }, stranger)
      seen.push(...page.list.map((r) => r.id))
      cursor = page.cursor
    }
    expect(seen).toHaveLength(26)
    expect(new Set(seen).size).toBe(26)
  })

  it('shows where an act stands in the chain, once it is chained', async () => {
    await rename('第三次')
    const [row] = (await list()).list
    expect(row!.chain).toBeNull()
    await sequenceAudit(t.services.db)
    expect((await t.call(auditCalls.get, { params: { id: row!.id } }, owner)).data.chain).toMatchObject({
      batch: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('is nobody else’s: neither another account’s, nor a sub-account’s, nor an operator’s', async () => {
    const theirs = JSON.stringify(await list({}, stranger))
    for (const secret of [owner.name, evidence.id, evidence.number, '机密']) expect(theirs).not.toContain(secret)
    const [row] = (await list()).list
    expect(await t.call(auditCalls.get, { params: { id: row!.id } }, stranger)).toMatchObject({
      errorCode: 'not-found',
    })
    const sub = await t.sub(owner, { grants: ['evidence.all', 'evidence.write'] })
    for (const who of [sub, operator])
      for (const call of [auditCalls.list, auditCalls.people])
        expect(await t.call(call, { query: {} }, who)).toMatchObject({ errorCode: 'forbidden' })
  })
})

describe('the record of a platform', () => {
  it('is for its staff, names accounts, and tells nothing of what evidence and records contain', async () => {
    await t.call(shareCalls.create, { body: { ano: evidence.number, days: 3 } }, owner)
    const { list: rows } = await platformList({ pageSize: '100' })
    expect(rows.find((r) => r.action === 'share.created')).toMatchObject({
      account: '风岛公司',
      subject: evidence.number,
      details: { days: 3, withPackage: false },
    })
    expect(rows.find((r) => r.action === 'header.created' && r.account === '别人')).toMatchObject({
      subject: null,
      details: {},
    })
    expect(rows.find((r) => r.action === 'evidence.renamed')).toMatchObject({ subject: evidence.number, details: {} })
    expect(JSON.stringify(rows)).not.toMatch(/机密|别家抬头/)
    for (const who of [owner, stranger])
      expect(await t.call(auditCalls.platformList, { query: {} }, who)).toMatchObject({ errorCode: 'forbidden' })
  })

  it('ends where another platform begins', async () => {
    const [other, id] = [newId(), newId()]
    await t.services.db.asSystem((tx) =>
      recordAct(
        tx,
        { system: true, platform: { id: other }, accountId: null },
        { action: 'platform.created', subjectKind: 'platform', subjectId: id },
      ),
    )
    expect((await platformList({ recordId: id })).list).toEqual([])
    const { id: row } = await t.services.db.system
      .selectFrom('audit')
      .select('id')
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow()
    expect(await t.call(auditCalls.platformGet, { params: { id: row } }, operator)).toMatchObject({
      errorCode: 'not-found',
    })
  })
})
