import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls as calls } from '../../../contract/content/content.ts'
import type { CallRequest } from '../../../contract/kit/call.ts'
import { auditCalls } from '../../../contract/platform/audit.ts'
import type { Member } from '../../kit/build-test-app.ts'
import { hours, openSite, pieces, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

type Query = CallRequest<typeof calls.list>['query']
const list = async (query: Query) => (await site.staff(calls.list, { query })).data
const found = async (query: Query) => (await list(query)).list.map((row) => row.titleZh)
const partner = (titleZh: string, sort = 100) => ({ ...pieces.PARTNER, titleZh, sort })

describe('the list of staff', () => {
  it('shows what was changed last first, as it was saved last, without its long texts', async () => {
    const first = await site.write(pieces.NEWS)
    await site.write(pieces.BANNER, { publish: false })
    await site.save(first, { ...pieces.NEWS, titleZh: '改题' })
    const { list: rows, total, cursor } = await list({})
    expect(rows.map(({ titleZh, contentState, changed }) => [titleZh, contentState, changed])).toEqual([
      ['改题', 'SHOWN', true],
      ['首页横幅', 'DRAFT', false],
    ])
    expect([total, cursor]).toEqual([2, null])
    expect(rows[0]).not.toHaveProperty('contentZh')
  })

  it('is narrowed by kind, state and a word of either title', async () => {
    await site.write({ ...pieces.NEWS, titleZh: '维护通知', titleEn: 'Maintenance', contentEn: '<p>Tonight.</p>' })
    await site.write({ ...pieces.NEWS, titleZh: '草稿一则', contentZh: '<p>维护</p>' }, { publish: false })
    await site.write({ ...pieces.HELP, titleZh: '维护说明' })
    await site.write({ ...pieces.BANNER, titleZh: '横幅 100%', fromAt: hours(1) })
    expect([
      await found({ kind: 'NEWS', sort: 'titleZh' }),
      await found({ keyWord: '维护', kind: 'HELP' }),
      await found({ keyWord: 'MAINTEN' }),
      await found({ keyWord: '%' }),
      await found({ keyWord: '_' }),
      await found({ contentState: 'DRAFT' }),
      await found({ contentState: 'PLANNED' }),
      await found({ contentState: 'SHOWN', keyWord: '说明' }),
      await found({ contentState: 'ENDED' }),
    ]).toEqual([
      (await found({ kind: 'NEWS', sort: '-titleZh' })).toReversed(),
      ['维护说明'],
      ['维护通知'],
      ['横幅 100%'],
      [],
      ['草稿一则'],
      ['横幅 100%'],
      ['维护说明'],
      [],
    ])
    expect(await found({ kind: 'NEWS' })).toHaveLength(2)
  })

  it('is put in order by what can be sorted by, and by nothing else', async () => {
    for (const [title, sort] of [
      ['B1', 3],
      ['C1', 1],
      ['A1', 3],
    ] as const)
      await site.write(partner(title, sort), { publish: false })
    expect(await found({ sort: 'titleZh' })).toEqual(['A1', 'B1', 'C1'])
    expect(await found({ sort: 'sort,-titleZh' })).toEqual(['C1', 'B1', 'A1'])
    expect(await found({ sort: '-createdAt' })).toEqual(['A1', 'C1', 'B1'])
    expect(await site.staff(calls.list, { query: { sort: 'picture' } })).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'sort.0', key: 'notAChoice' }] },
    })
  })

  it.each(['-updatedAt', 'sort,-titleZh', 'createdAt', '-sort'])(
    'sorted by %s is read to its end by its cursor, nothing twice and nothing left out',
    async (sort) => {
      for (let n = 0; n < 7; n++) await site.write(partner(`机构${n}`, n % 2), { publish: false })
      const whole = await found({ sort, pageSize: 50 })
      const read: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await list({ sort, pageSize: 2, ...(cursor ? { cursor } : {}) })
        expect(page.total).toBe(7)
        read.push(...page.list.map((row) => row.titleZh))
        cursor = page.cursor
      } while (cursor)
      expect(read).toEqual(whole)
      expect(await found({ sort, pageSize: 3, pageNum: 3 })).toEqual(whole.slice(6))
    },
  )
})

const everyCall = (id: string, as: Member) => [
  site.staff(calls.get, { params: { id } }, as),
  site.staff(calls.update, { params: { id }, body: pieces.NEWS }, as),
  site.staff(calls.publish, { params: { id } }, as),
  site.staff(calls.withdraw, { params: { id } }, as),
  site.staff(calls.remove, { params: { id } }, as),
  site.staff(calls.versions, { params: { id } }, as),
  site.staff(calls.version, { params: { id, version: 1 } }, as),
  site.staff(calls.restore, { params: { id, version: 1 } }, as),
  site.staff(calls.preview, { params: { id } }, as),
]

it('staff of another platform see nothing of it and change nothing', async () => {
  const id = await site.write(pieces.NEWS)
  const draft = await site.write(pieces.NEWS, { publish: false })
  for (const piece of [id, draft])
    for (const reply of await Promise.all(everyCall(piece, site.elsewhere)))
      expect(reply).toMatchObject({ errorCode: 'not-found' })
  expect((await site.staff(calls.list, { query: {} }, site.elsewhere)).data).toMatchObject({ list: [], total: 0 })
  await site.write(partner('邻站机构'), { as: site.elsewhere })
  expect((await list({})).total).toBe(2)
  expect(await site.get(draft)).toMatchObject({ contentState: 'DRAFT', version: 1 })
})

it('who owns an account, acts in one or is nobody writes none; an administrator does', async () => {
  const id = await site.write(pieces.NEWS)
  const owner = await site.t.member({ kind: 'enterprise' })
  for (const who of [owner, await site.t.sub(owner)])
    for (const reply of await Promise.all([
      ...everyCall(id, who),
      site.staff(calls.list, { query: {} }, who),
      site.staff(calls.create, { body: pieces.NEWS }, who),
    ]))
      expect(reply).toMatchObject({ errorCode: 'forbidden' })
  for (const reply of [
    await site.t.call(calls.list, { query: {} }),
    await site.t.call(calls.create, { body: pieces.NEWS }),
    await site.t.call(calls.get, { params: { id } }),
  ])
    expect(reply).toMatchObject({ errorCode: 'session-gone' })
  const administrator = await site.t.member({ role: 'administrator' })
  expect((await site.staff(calls.create, { body: pieces.NEWS }, administrator)).success).toBe(true)
  expect(await site.get(id)).toMatchObject({ contentState: 'SHOWN', version: 1 })
})

describe('the record', () => {
  const acts = async (id: string) => (await site.staff(auditCalls.platformList, { query: { recordId: id } })).data.list

  it('says who did what, and what a change altered', async () => {
    const id = await site.write(pieces.NEWS)
    await site.save(id, { ...pieces.NEWS, titleZh: '改期通知', sort: 5 })
    await site.staff(calls.restore, { params: { id, version: 1 } })
    await site.staff(calls.preview, { params: { id } })
    await site.staff(calls.withdraw, { params: { id } })
    const draft = await site.write(pieces.NEWS, { publish: false })
    await site.staff(calls.remove, { params: { id: draft } })
    const told = await acts(id)
    expect(told.map((a) => [a.action, a.who, a.account])).toEqual(
      ['withdrawn', 'previewed', 'restored', 'updated', 'published', 'created'].map((act) => [
        `content.${act}`,
        '运营',
        null,
      ]),
    )
    expect(told[3]!.details['changes']).toEqual({
      titleZh: { from: '平台公告', to: '改期通知' },
      sort: { from: 100, to: 5 },
    })
    expect((await acts(draft))[0]).toMatchObject({ action: 'content.removed', details: { title: '平台公告' } })
  })

  it('calls a piece as it is called now', async () => {
    const id = await site.write(pieces.NEWS)
    await site.save(id, { ...pieces.NEWS, titleZh: '改期通知' })
    expect((await acts(id)).map((a) => a.subject)).toEqual(['改期通知', '改期通知', '改期通知'])
  })
})
