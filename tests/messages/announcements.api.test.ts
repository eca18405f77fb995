import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { announcementCalls as calls } from '../../contract/messages/announcements.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let operator: Member
let elsewhere: Member
const there = { host: 'other.example' }
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '运营', role: 'operator' })
  const platformId = newId()
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: platformId,
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as never,
      hosts: [there.host],
    })
    .execute()
  elsewhere = await t.member({ role: 'operator', platformId })
})
beforeEach(() => t.services.db.system.deleteFrom('announcement').execute())
afterAll(() => t.close())

const both = {
  titleZh: '系统维护',
  contentZh: '今晚维护。\r\n\r\n请提前保存。',
  titleEn: 'Maintenance',
  contentEn: 'Tonight.',
}
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
type Body = Parameters<typeof t.call<typeof calls.create>>[1]['body']
async function write(body: Body = both, publish = true) {
  const { id } = (await t.call(calls.create, { body }, operator)).data
  if (publish) await t.call(calls.publish, { params: { id } }, operator)
  return id
}
const read = async (headers: Record<string, string> = {}, page = {}) =>
  (await t.call(calls.list, { body: page }, undefined, headers)).data
const titles = async (headers?: Record<string, string>) => (await read(headers)).list.map((a) => a.title)
const state = async (id: string) => (await t.call(calls.staffGet, { params: { id } }, operator)).data.announcementState

describe('a visitor', () => {
  it('reads in their language, and in Chinese where there is no English', async () => {
    const id = await write()
    await write({ titleZh: '仅中文', contentZh: '内容' })
    expect(await titles()).toEqual(['仅中文', '系统维护'])
    expect((await read({ 'x-lang': 'en' })).list.map((a) => [a.title, a.content, a.lang])).toEqual([
      ['仅中文', '内容', 'zh-CN'],
      ['Maintenance', 'Tonight.', 'en'],
    ])
    expect((await t.call(calls.get, { params: { id } })).data).toMatchObject({
      id,
      title: '系统维护',
      content: '今晚维护。\n\n请提前保存。',
      top: false,
      lang: 'zh-CN',
    })
  })

  it('sees pinned ones first, then the newest, page by page', async () => {
    const first = await write({ titleZh: '其一', contentZh: '内容' })
    for (const titleZh of ['其二', '其三']) await write({ titleZh, contentZh: '内容' })
    await t.call(calls.pin, { params: { id: first }, body: { top: true } }, operator)
    expect(await titles()).toEqual(['其一', '其三', '其二'])
    expect(await read({}, { pageNum: 2, pageSize: 2 })).toMatchObject({ total: 3, list: [{ title: '其二' }] })
  })

  it('sees nothing that is not published, not yet shown, over or withdrawn, by list or by id', async () => {
    const draft = await write(both, false)
    const planned = await write({ ...both, fromAt: hours(1) })
    const over = await write({ ...both, fromAt: hours(-2), untilAt: hours(-1) })
    const withdrawn = await write()
    await t.call(calls.withdraw, { params: { id: withdrawn } }, operator)
    expect(await read()).toEqual({ list: [], total: 0, totalIsEstimate: false })
    for (const [id, is] of [
      [draft, 'DRAFT'],
      [planned, 'PLANNED'],
      [over, 'ENDED'],
      [withdrawn, 'WITHDRAWN'],
    ] as const) {
      expect(await t.call(calls.get, { params: { id } })).toMatchObject({ errorCode: 'not-found' })
      expect(await state(id)).toBe(is)
    }
    const shown = await write({ ...both, fromAt: hours(-1), untilAt: hours(1) })
    expect((await read()).list.map((a) => a.id)).toEqual([shown])
  })

  it('of another platform sees none of it, and its staff cannot touch it', async () => {
    const id = await write()
    expect(await titles(there)).toEqual([])
    expect(await t.call(calls.get, { params: { id } }, undefined, there)).toMatchObject({ errorCode: 'not-found' })
    expect((await t.call(calls.staffList, { query: {} }, elsewhere, there)).data.total).toBe(0)
    for (const reply of [
      await t.call(calls.staffGet, { params: { id } }, elsewhere, there),
      await t.call(calls.update, { params: { id }, body: both }, elsewhere, there),
      await t.call(calls.withdraw, { params: { id } }, elsewhere, there),
      await t.call(calls.pin, { params: { id }, body: { top: true } }, elsewhere, there),
      await t.call(calls.remove, { params: { id } }, elsewhere, there),
    ])
      expect(reply).toMatchObject({ errorCode: 'not-found' })
    expect(await titles()).toEqual(['系统维护'])
  })
})

describe('staff', () => {
  it('are told everything that is wrong with a text at once', async () => {
    const problems = async (body: object) =>
      (
        (await t.call(calls.create, { body: body as never }, operator)) as unknown as {
          data: { fields: { path: string; key: string }[] }
        }
      ).data.fields.map((f) => `${f.path} ${f.key}`)
    expect(await problems({ titleZh: ' ', contentZh: '', titleEn: 'Only a title' })).toEqual([
      'titleZh required',
      'contentZh required',
      'contentEn required',
    ])
    expect(await problems({ ...both, titleEn: '' })).toEqual(['titleEn required'])
    expect(await problems({ ...both, fromAt: hours(2), untilAt: hours(1) })).toEqual(['untilAt endsBeforeStart'])
    expect(await problems({ ...both, fromAt: 'tomorrow' })).toEqual(['fromAt format.datetime'])
  })

  it('save over nobody else’s change, and see it', async () => {
    const id = await write()
    const save = (version: number, titleZh: string) =>
      t.call(calls.update, { params: { id }, body: { ...both, titleZh, version } }, operator)
    expect((await save(1, '第二稿')).data).toEqual({ version: 2 })
    expect(await save(1, '第三稿')).toMatchObject({
      errorCode: 'conflict',
      data: { current: { titleZh: '第二稿', version: 2 } },
    })
    expect(await titles()).toEqual(['第二稿'])
  })

  it('delete drafts alone, and publish and withdraw only what is not so already', async () => {
    const draft = await write(both, false)
    const id = await write()
    for (const reply of [
      await t.call(calls.remove, { params: { id } }, operator),
      await t.call(calls.publish, { params: { id } }, operator),
      await t.call(calls.withdraw, { params: { id: draft } }, operator),
    ])
      expect(reply).toMatchObject({ errorCode: 'wrong-state' })
    await t.call(calls.withdraw, { params: { id } }, operator)
    expect(await t.call(calls.remove, { params: { id } }, operator)).toMatchObject({ errorCode: 'wrong-state' })
    expect((await t.call(calls.remove, { params: { id: draft } }, operator)).success).toBe(true)
    await t.call(calls.publish, { params: { id } }, operator)
    expect((await t.call(calls.staffList, { query: {} }, operator)).data.list).toMatchObject([
      { id, announcementState: 'SHOWN' },
    ])
  })

  it('find them by state and word', async () => {
    await write({ ...both, titleZh: '草稿一则' }, false)
    await write()
    const found = async (query: object) =>
      (await t.call(calls.staffList, { query }, operator)).data.list.map((a) => a.titleZh)
    expect([
      await found({ announcementState: 'DRAFT' }),
      await found({ keyWord: 'mainten', announcementState: 'SHOWN' }),
      await found({ keyWord: '%' }),
    ]).toEqual([['草稿一则'], ['系统维护'], []])
  })

  it('leave in the record who did what, and what a change altered', async () => {
    const id = await write()
    await t.call(calls.update, { params: { id }, body: { ...both, titleZh: '改期通知', fromAt: hours(-1) } }, operator)
    const acts = (await t.call(auditCalls.platformList, { query: { recordId: id } }, operator)).data.list
    expect(acts.map((a) => [a.action, a.who, a.account, a.subject])).toEqual(
      ['updated', 'published', 'created'].map((act) => [`announcement.${act}`, '运营', null, '改期通知']),
    )
    expect(acts[0]!.details['changes']).toEqual({
      titleZh: { from: '系统维护', to: '改期通知' },
      fromAt: { from: null, to: expect.any(String) as unknown },
    })
  })
})

it('a customer writes none', async () => {
  const customer = await t.member()
  const id = await write()
  for (const reply of [
    await t.call(calls.create, { body: both }, customer),
    await t.call(calls.staffList, { query: {} }, customer),
    await t.call(calls.withdraw, { params: { id } }, customer),
  ])
    expect(reply).toMatchObject({ errorCode: 'forbidden' })
})
