import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls, type EvidenceFind } from '../../contract/evidence/evidence.ts'
import { parseRange } from '../../server/app/mount/send-bytes.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '所有人' })
})
afterAll(() => t.close())

const list = async (find: Partial<EvidenceFind> = {}, as = me) =>
  (await t.call(evidenceCalls.list, { body: find as never }, as)).data

describe('the list', () => {
  it('filters by status, label, keyword, operator and day, and shows hidden ones only when asked', async () => {
    const who = await t.member({ name: '筛选人' })
    const a = await buildEvidence(t, who, {
      name: '百分号 100% 页面',
      labels: ['甲', '乙'],
      createdAt: new Date('2026-03-01T15:59:59Z'),
    })
    const b = await buildEvidence(t, who, {
      name: '另一页',
      labels: ['乙'],
      status: 'failed',
      createdAt: new Date('2026-03-01T16:00:00Z'),
    })
    const names = async (find: Partial<EvidenceFind>) => (await list(find, who)).list.map((r) => r.name)
    expect(await names({ status: 'failed' })).toEqual(['另一页'])
    expect(await names({ label: '甲' })).toEqual(['百分号 100% 页面'])
    expect(await names({ keyWord: '100%' })).toEqual(['百分号 100% 页面'])
    expect(await names({ keyWord: '%' })).toEqual(['百分号 100% 页面'])
    expect(await names({ keyWord: a.number })).toEqual(['百分号 100% 页面'])
    expect(await names({ operatorId: who.personId })).toHaveLength(2)
    // Days are calendar days in Asia/Shanghai: 16:00 UTC begins the next one.
    expect(await names({ startDate: '2026-03-01', endDate: '2026-03-01' })).toEqual(['百分号 100% 页面'])
    expect(await names({ startDate: '2026-03-02' })).toEqual(['另一页'])
    await t.call(evidenceCalls.hide, { params: { id: b.id }, body: { hidden: true } }, who)
    expect(await names({})).toEqual(['百分号 100% 页面'])
    expect(await names({ hidden: true })).toEqual(['另一页'])
  })

  it('is over several kinds, and of what certificates can be made of', async () => {
    const who = await t.member({ name: '选证人' })
    const web = await buildEvidence(t, who, { name: '网页' })
    await buildEvidence(t, who, { name: '文件', category: 'ATTSETATIONFILE' })
    await buildEvidence(t, who, { name: '哈希', category: 'ATTSETATIONHASH', status: 'queued' })
    const names = async (find: object) => (await list(find, who)).list.map((r) => r.name).toSorted()
    expect(await names({ categories: ['ATTSETATIONFILE', 'ATTSETATIONHASH'] })).toEqual(['哈希', '文件'])
    expect(await names({ categories: [] })).toHaveLength(3)
    const certify = (at: Date | null) =>
      t.services.db.asSystem((tx) =>
        tx.updateTable('evidence').set({ certifiedAt: at }).where('id', '=', web.id).execute(),
      )
    await certify(new Date())
    expect(await names({ issuable: true })).toContain('网页')
    expect(await names({ issuable: false })).toContain('哈希')
    await certify(null)
    expect(await names({ issuable: true })).not.toContain('网页')
    expect(await names({ issuable: false })).toContain('网页')
  })

  it('pages by number and by cursor to the same rows, each once', async () => {
    const who = await t.member()
    for (let i = 0; i < 25; i++)
      await buildEvidence(t, who, {
        name: `page ${i}`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(i / 3))),
      })
    const byPage = [
      ...(await list({ pageSize: 10 }, who)).list,
      ...(await list({ pageSize: 10, pageNum: 2 }, who)).list,
      ...(await list({ pageSize: 10, pageNum: 3 }, who)).list,
    ]
    const byCursor = []
    let cursor: string | undefined
    do {
      const page = await list({ pageSize: 10, ...(cursor ? { cursor } : {}) }, who)
      byCursor.push(...page.list)
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(byPage.map((r) => r.id)).toEqual(byCursor.map((r) => r.id))
    expect(new Set(byCursor.map((r) => r.id)).size).toBe(25)
  })

  it('answers hostile input with named fields, never with an error of its own', async () => {
    const bad = await t.call(
      evidenceCalls.list,
      {
        body: {
          pageNum: 0,
          pageSize: 1e9,
          startDate: "'; drop table evidence; --",
          status: 'x',
          operatorId: '1',
        } as never,
      },
      me,
    )
    expect((bad.data as unknown as { fields: { path: string }[] }).fields.map((f) => f.path).sort()).toEqual([
      'operatorId',
      'pageNum',
      'pageSize',
      'startDate',
      'status',
    ])
    expect((await t.call(evidenceCalls.list, { body: { cursor: 'AAAA' } }, me)).success).toBe(true)
  })
})

describe('one evidence', () => {
  it('keeps what was sealed when it is renamed, relabelled or annotated, and tells who changed what', async () => {
    const e = await buildEvidence(t, me, { name: '旧名' })
    const sealed = (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data
    await t.call(evidenceCalls.update, { params: { id: e.id }, body: { evidenceName: '新名' } }, me)
    await t.call(evidenceCalls.relabel, { params: { id: e.id }, body: { labels: ['一', '一', '二'] } }, me)
    const now = (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data
    expect(now).toMatchObject({
      name: '新名',
      tags: ['一', '二'],
      statementSha256: sealed.statementSha256,
      files: sealed.files,
    })
    expect(now.events.map((x) => [x.action, x.actor])).toEqual([
      ['evidence.renamed', '所有人'],
      ['evidence.relabelled', '所有人'],
    ])
  })

  it('answers with those fields alone that were asked for', async () => {
    const { number } = await buildEvidence(t, me, { name: '只要两项' })
    const asked = await t.call(evidenceCalls.detail, { body: { ano: number, fields: ['name', 'status'] } }, me)
    expect(asked.data).toEqual({ name: '只要两项', status: 'collected' })
    expect(
      await t.call(evidenceCalls.detail, { body: { ano: number, fields: ['secret' as never] } }, me),
    ).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path: 'fields.0' }] } })
  })

  it('lists who each fact depends on', async () => {
    const e = await buildEvidence(t, me)
    const { trust } = (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data
    expect(trust.map((f) => [f.code, f.status, f.dependsOn])).toEqual([
      ['fixed', 'proven', 'platform'],
      ['logged', 'pending', 'platform'],
      ['certified', 'proven', 'platform'],
    ])
  })
})

describe('downloads', () => {
  it('serve ranges, know their validator, and are on the record', async () => {
    const e = await buildEvidence(t, me)
    const url = `/shimakaze/attestation/trust/download/byte/${e.number}`
    const get = (headers: Record<string, string>) =>
      t.inject({ url, headers: { 'x-auth-token': me.token, ...headers } })
    const whole = await get({})
    expect(whole.headers).toMatchObject({
      etag: `"${e.sha256}"`,
      'accept-ranges': 'bytes',
      'content-type': 'application/vnd.etsi.asic-e+zip',
      'x-content-type-options': 'nosniff',
    })
    expect(whole.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${e.number}.asice`)
    const part = await get({ range: 'bytes=3-6' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      whole.body.slice(3, 7),
      `bytes 3-6/${whole.body.length}`,
    ])
    expect((await get({ range: 'bytes=-4' })).body).toBe(whole.body.slice(-4))
    expect((await get({ range: 'bytes=999999-' })).statusCode).toBe(416)
    expect((await get({ 'if-none-match': `"${e.sha256}"` })).statusCode).toBe(304)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
    const { events } = (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data
    expect(events.some((x) => x.action === 'package.downloaded')).toBe(true)
  })

  it('never lets captured content run on our origin', async () => {
    const e = await buildEvidence(t, me)
    const file = await t.inject({
      url: `/shimakaze/attestation/file/${e.fileId}/byte?account=${me.accountId}`,
      headers: { cookie: `bq-x-token=${me.token}` },
    })
    expect(file.headers['content-security-policy']).toContain('sandbox')
    expect(file.statusCode).toBe(200)
  })

  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=5-', 10, { start: 5, end: 9 }],
    ['bytes=0-99', 10, { start: 0, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-0', 10, null],
    ['bytes=10-', 10, null],
    ['bytes=6-5', 10, null],
    ['bytes=0-1,3-4', 10, undefined],
    ['items=0-1', 10, undefined],
    [undefined, 10, undefined],
  ] as const)('reads the range %s of %i bytes', (header, size, expected) =>
    expect(parseRange(header, size)).toEqual(expected),
  )
})
