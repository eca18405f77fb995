import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listViewCalls, mostViews } from '../../contract/platform/list-views.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let me: Member
let stranger: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  me = await t.member({ name: '甲' })
  stranger = await t.member({ name: '陌生人' })
})
afterAll(() => t.close())

const layout = { columns: [{ name: 'name', width: 240 }, { name: 'date' }], density: 'compact' as const }
const body = { resource: 'evidence', name: '失败的', shared: false, query: 'status=failed', layout }
const save = (overrides: Partial<typeof body> = {}, as = me) =>
  t.call(listViewCalls.create, { body: { ...body, ...overrides } }, as)
const views = async (as = me, resource = 'evidence') =>
  (await t.call(listViewCalls.list, { query: { resource } }, as)).data

/** Another person in the same account. */
async function colleague(): Promise<Member> {
  const other = await t.member({ name: '乙' })
  await t.services.db.asSystem((tx) =>
    tx.updateTable('membership').set({ accountId: me.accountId }).where('personId', '=', other.personId).execute(),
  )
  return { ...other, accountId: me.accountId }
}

describe('a saved view', () => {
  it('is found again by its maker, for its list only', async () => {
    const { id } = (await save()).data
    expect((await views()).list).toEqual([
      { id, name: '失败的', shared: false, mine: true, maker: '甲', query: 'status=failed', layout },
    ])
    expect((await views(me, 'addresses')).list).toEqual([])
  })

  it('is seen by colleagues once it is shared, changed by its maker alone, and never seen elsewhere', async () => {
    const other = await colleague()
    const { id } = (await save()).data
    expect((await views(other)).list).toEqual([])
    await t.call(listViewCalls.update, { params: { id }, body: { ...body, shared: true } }, me)
    expect((await views(other)).list).toMatchObject([{ id, mine: false, maker: '甲' }])
    expect(await t.call(listViewCalls.update, { params: { id }, body }, other)).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await t.call(listViewCalls.remove, { params: { id } }, other)).toMatchObject({ errorCode: 'not-found' })
    expect((await views(stranger)).list).toEqual([])
    expect(await t.call(listViewCalls.remove, { params: { id } }, stranger)).toMatchObject({ errorCode: 'not-found' })
    expect((await t.call(listViewCalls.remove, { params: { id } }, me)).success).toBe(true)
    expect((await views(other)).list).toEqual([])
  })

  it('has a name of its own', async () => {
    await save()
    expect(await save()).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'name', key: 'duplicate' }] },
    })
    const { id } = (await save({ name: '另一个' })).data
    expect(await t.call(listViewCalls.update, { params: { id }, body }, me)).toMatchObject({
      errorCode: 'bad-parameter',
    })
    expect((await save({}, stranger)).success).toBe(true)
  })

  it('ends at a number that nobody reaches by using it', async () => {
    const replies = await Promise.all(Array.from({ length: mostViews + 3 }, (_, i) => save({ name: `视图${i}` })))
    expect(replies.filter((r) => r.success)).toHaveLength(mostViews)
    expect(replies.find((r) => !r.success)).toMatchObject({ errorCode: 'limit-reached' })
  })

  it.each([
    { name: ' ' },
    { query: 'a b' },
    { query: '#x' },
    { resource: '../x' },
    { layout: { columns: [], density: 'compact' as const } },
    { layout: { columns: [{ name: '<b>' }], density: 'compact' as const } },
  ])('refuses %j', async (overrides) =>
    expect(await save(overrides as never)).toMatchObject({ errorCode: 'bad-parameter' }),
  )
})

describe('a layout', () => {
  it('belongs to one person in one account, and can be given up', async () => {
    const other = await colleague()
    const set = (l: typeof layout | null) =>
      t.call(listViewCalls.setLayout, { body: { resource: 'evidence', layout: l } }, me)
    await set(layout)
    await set({ ...layout, density: 'compact', columns: [{ name: 'date' } as never] })
    expect((await views()).layout).toEqual({ columns: [{ name: 'date' }], density: 'compact' })
    expect((await views(other)).layout).toBeNull()
    await set(null)
    expect((await views()).layout).toBeNull()
  })
})
