import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressCalls, mostAddresses } from '../../contract/addresses/addresses.ts'
import { divisionCalls } from '../../contract/addresses/divisions.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  me = await t.member({ name: '代理所' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

const gulou = { provinceCode: '350000', cityCode: '350100', regionCode: '350102' }
const zhang = { name: '张三丰', phone: '13800138000', ...gulou, detail: '某路 100 号某大厦 18 层' }
const li = { ...zhang, name: '李四', phone: '0591-88887777' }
type Body = typeof zhang & { postcode?: string; tag?: string; isDefault?: boolean }

const create = (body: Body, as = me) => t.call(addressCalls.create, { body }, as)
const created = async (body: Body) => (await create(body)).data.id
const get = (id: string, as = me) => t.call(addressCalls.get, { params: { id } }, as)
const list = async (query: Record<string, string> = {}, as = me) =>
  (await t.call(addressCalls.list, { query }, as)).data
const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))

describe('an address', () => {
  it('carries codes, and the names that they have', async () => {
    expect((await get(await created({ ...zhang, postcode: '350001', tag: ' 公司 ' }))).data).toMatchObject({
      ...zhang,
      provinceName: '福建省',
      cityName: '福州市',
      regionName: '鼓楼区',
      postcode: '350001',
      tag: '公司',
      isDefault: true,
      version: 1,
    })
    expect(
      (await get(await created({ ...zhang, provinceCode: '440000', cityCode: '441900', regionCode: '441904' }))).data,
    ).toMatchObject({ cityName: '东莞市', regionName: '长安镇', postcode: null, tag: null })
  })

  it('keeps the names of the day it was written, whatever they become', async () => {
    const id = await created(zhang)
    await t.services.db.forAccount(me, (tx) =>
      tx.updateTable('address').set({ regionName: '旧名区' }).where('id', '=', id).execute(),
    )
    expect((await get(id)).data.regionName).toBe('旧名区')
    await t.call(addressCalls.update, { params: { id }, body: zhang }, me)
    expect((await get(id)).data.regionName).toBe('鼓楼区')
  })

  it('in a county that is no more can still be changed, and keeps its place', async () => {
    const id = await created(zhang)
    const gone = { ...gulou, regionCode: '350199' }
    await t.services.db.forAccount(me, (tx) =>
      tx.updateTable('address').set({ regionCode: gone.regionCode, regionName: '旧县' }).where('id', '=', id).execute(),
    )
    expect(
      (await t.call(addressCalls.update, { params: { id }, body: { ...zhang, ...gone, phone: '13900139000' } }, me))
        .success,
    ).toBe(true)
    expect((await get(id)).data).toMatchObject({ phone: '13900139000', regionCode: '350199', regionName: '旧县' })
    expect((await create({ ...li, ...gone })).success).toBe(false)
  })

  it('names all that is missing at once', async () =>
    expect(fields(await create({ name: ' ' } as Body))).toEqual({
      name: 'required',
      phone: 'required',
      provinceCode: 'required',
      cityCode: 'required',
      regionCode: 'required',
      detail: 'required',
    }))

  it.each([
    ['name', '张', 'tooSmall.text'],
    ['name', '张'.repeat(26), 'tooBig.text'],
    ['detail', '某路1号', 'tooSmall.text'],
    ['detail', '路'.repeat(101), 'tooBig.text'],
    ['phone', '12345', 'anyPhone'],
    ['phone', '88887777', 'anyPhone'],
    ['postcode', '35000', 'postcode'],
    ['postcode', '35000a', 'postcode'],
    ['tag', '标'.repeat(11), 'tooBig.text'],
    ['regionCode', '35010', 'division'],
    ['provinceCode', 'x', 'division'],
  ])('refuses %s %s', async (name, value, key) =>
    expect(fields(await create({ ...zhang, [name]: value }))).toEqual({ [name]: key }),
  )

  it.each([
    ['138 0013 8000', '13800138000'],
    ['(0591)88887777', '059188887777'],
    ['0591-88887777-123', '0591-88887777-123'],
    ['400-800-1234', '400-800-1234'],
  ])('takes the phone %s', async (phone, kept) =>
    expect((await get(await created({ ...zhang, phone }))).data.phone).toBe(kept),
  )

  it.each([
    [{ provinceCode: '340000' }, ['cityCode']],
    [{ provinceCode: '990000' }, ['provinceCode', 'cityCode']],
    [{ cityCode: '350200' }, ['regionCode']],
    [{ regionCode: '350199' }, ['regionCode']],
    [{ regionCode: '350100' }, ['regionCode']],
    [{ provinceCode: '350100', cityCode: '350102' }, ['provinceCode', 'regionCode']],
  ])('refuses codes that are no real path: %o', async (codes, paths) =>
    expect(fields(await create({ ...zhang, ...codes }))).toEqual(Object.fromEntries(paths.map((p) => [p, 'division']))),
  )

  it('is there once', async () => {
    const id = await created(zhang)
    expect(fields(await create({ ...zhang, phone: '138 0013 8000', tag: '家' }))).toEqual({ detail: 'duplicate' })
    const second = await created(li)
    expect(fields(await t.call(addressCalls.update, { params: { id: second }, body: zhang }, me))).toEqual({
      detail: 'duplicate',
    })
    expect((await create(zhang, other)).success).toBe(true)
    expect((await get(id)).data.version).toBe(1)
  })

  it('belongs to one account: another’s answers as if it did not exist', async () => {
    const id = await created(zhang)
    for (const reply of [
      await get(id, other),
      await t.call(addressCalls.update, { params: { id }, body: zhang }, other),
      await t.call(addressCalls.remove, { params: { id } }, other),
      await t.call(addressCalls.makeDefault, { params: { id } }, other),
    ])
      expect(reply).toMatchObject({ success: false, errorCode: 'not-found' })
    expect((await t.call(addressCalls.removeMany, { body: { ids: [id] } }, other)).data.list).toMatchObject([
      { id, ok: false },
    ])
    expect((await get(id)).success).toBe(true)
  })

  it('stands under the limit of an account', async () => {
    const rows = Array.from({ length: mostAddresses }, (_, i) => ({ ...zhang, detail: `某路某大厦 ${i} 室` }))
    for (let at = 0; at < rows.length; at += 200)
      await t.call(addressCalls.import, { body: { rows: rows.slice(at, at + 200) } }, me)
    expect(await create(zhang)).toMatchObject({ success: false, errorCode: 'limit-reached' })
    expect((await create(zhang, other)).success).toBe(true)
  })

  it('tells in its history what a save changed, places by name', async () => {
    const id = await created(zhang)
    await t.call(
      addressCalls.update,
      { params: { id }, body: { ...zhang, cityCode: '350200', regionCode: '350203', isDefault: true } },
      me,
    )
    const { list: acts } = (await t.call(historyCalls.of, { params: { kind: 'address', id } }, me)).data
    expect(acts.map((a) => a.action)).toEqual(['address.created', 'address.updated'])
    expect(acts[1]!.details).toEqual({
      changes: { regionCode: { from: '福建省 福州市 鼓楼区 (350102)', to: '福建省 厦门市 思明区 (350203)' } },
    })
  })
})

describe('the default address', () => {
  const defaults = async () => (await list()).list.filter((a) => a.isDefault).map((a) => a.name)

  it('is the first one, then whichever was chosen last, never two', async () => {
    await created(zhang)
    const second = await created(li)
    expect(await defaults()).toEqual([zhang.name])
    await t.call(addressCalls.makeDefault, { params: { id: second } }, me)
    expect(await defaults()).toEqual([li.name])
    await created({ ...zhang, name: '王五', isDefault: true })
    expect(await defaults()).toEqual(['王五'])
    await t.call(addressCalls.update, { params: { id: second }, body: { ...li, isDefault: true } }, me)
    expect(await defaults()).toEqual([li.name])
  })

  it('stays one when many are made at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => create({ ...zhang, name: `收件人${i}`, isDefault: true })))
    expect(await defaults()).toHaveLength(1)
    expect((await list()).total).toBe(8)
  })
})

describe('two people at one address', () => {
  it('are told when the other saved first, and see what', async () => {
    const id = await created(zhang)
    const save = (name: string, version?: number) =>
      t.call(addressCalls.update, { params: { id }, body: { ...zhang, name, ...(version ? { version } : {}) } }, me)
    expect((await save('甲改', 1)).data).toEqual({ version: 2 })
    expect(await save('乙改', 1)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { id, name: '甲改', version: 2, regionName: '鼓楼区' } },
    })
    expect((await save('乙再改', 2)).data).toEqual({ version: 3 })
    expect((await save('旧客户端')).data).toEqual({ version: 4 })
  })
})

describe('the list of addresses', () => {
  it('finds by province, receiver, phone, county and street, and takes wildcards for letters', async () => {
    await created(zhang)
    await created({ ...li, provinceCode: '110000', cityCode: '110100', regionCode: '110105' })
    await created({ ...zhang, name: '王五', detail: '100% 大厦某层' })
    const names = async (query: Record<string, string>) =>
      (await list({ ...query, sort: 'name' })).list.map((a) => a.name)
    expect(await names({ provinceCode: '110000' })).toEqual([li.name])
    expect(await names({ keyWord: '0591' })).toEqual([li.name])
    expect(await names({ keyWord: '朝阳' })).toEqual([li.name])
    expect(await names({ keyWord: '0%' })).toEqual(['王五'])
    expect(await names({ keyWord: '_' })).toEqual([])
  })

  it.each(['-createdAt', 'createdAt', 'name', '-name', 'name,-updatedAt', '-updatedAt,createdAt,name'])(
    'reads every row once to its end in the order %s',
    async (sort) => {
      const rows = Array.from({ length: 23 }, (_, i) => ({
        ...zhang,
        name: `收件${i % 5}`,
        detail: `某路某大厦 ${i} 室`,
      }))
      await t.call(addressCalls.import, { body: { rows } }, me)
      const whole = (await list({ sort, pageSize: '100' })).list.map((a) => a.id)
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list({ sort, pageSize: '4', ...(cursor ? { cursor } : {}) })
        seen.push(...page.list.map((a) => a.id))
        cursor = page.cursor
      }
      expect(seen).toEqual(whole)
      expect(new Set(seen).size).toBe(23)
      const numbered = (
        await Promise.all([1, 2, 3].map((n) => list({ sort, pageSize: '10', pageNum: String(n) })))
      ).flatMap((p) => p.list.map((a) => a.id))
      expect(numbered).toEqual(whole)
    },
  )

  it.each(['phone', 'name;drop', '', '__proto__'])('refuses the order "%s"', async (sort) =>
    expect(await t.call(addressCalls.list, { query: { sort } }, me)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: expect.stringMatching(/^sort/) as string }] },
    }),
  )
})

describe('many at once', () => {
  it('are removed each by itself, with a result for each', async () => {
    const [a, b] = [await created(zhang), await created(li)]
    const absent = crypto.randomUUID()
    const { list: results } = (await t.call(addressCalls.removeMany, { body: { ids: [a, absent, b, a] } }, me)).data
    expect(results.map((r) => [r.id, r.ok])).toEqual([
      [a, true],
      [absent, false],
      [b, true],
    ])
    expect((await list()).total).toBe(0)
  })

  const { provinceCode: _p, cityCode: _c, regionCode: _r, ...nowhere } = zhang
  const send = async (rows: Record<string, unknown>[], dryRun = false) =>
    (await t.call(addressCalls.import, { body: { rows, dryRun } }, me)).data.list

  it('come from a sheet: judged alike in rehearsal and in earnest, kept once', async () => {
    await created(zhang)
    const rows = [li, zhang, { ...zhang, regionCode: '350199' }, { nonsense: 1 }]
    const rehearsed = await send(rows, true)
    expect(rehearsed.map((r) => r.outcome)).toEqual(['new', 'exists', 'refused', 'refused'])
    expect(rehearsed[2]!.problems).toMatchObject([
      { path: 'regionCode', key: 'division', message: expect.stringMatching(/重新选择/) as string },
    ])
    expect((await list()).total).toBe(1)
    expect(await send(rows)).toEqual(rehearsed)
    expect((await send(rows)).map((r) => r.outcome)).toEqual(['exists', 'exists', 'refused', 'refused'])
    expect((await list()).total).toBe(2)
  })

  it.each([
    ['one column', { region: '福建省 福州市 鼓楼区' }],
    ['the column of the console’s template', { regionCode: '福建省 福州市 鼓楼区' }],
    ['that column as a code', { regionCode: '350102' }],
    ['other marks', { region: '福建省/福州市/鼓楼区' }],
    ['three columns', { provinceName: '福建省', cityName: '福州市', regionName: '鼓楼区' }],
    ['empty code columns beside', { region: '福建 福州 鼓楼', provinceCode: '', cityCode: '', regionCode: '' }],
  ])('give places in %s', async (_, place) => {
    expect(await send([{ ...nowhere, ...place }])).toMatchObject([{ outcome: 'new' }])
    expect((await list()).list).toMatchObject([{ ...zhang, regionName: '鼓楼区' }])
  })

  it.each([
    [{}, { regionCode: 'required' }],
    [{ regionCode: '350199' }, { regionCode: 'division' }],
    [{ regionCode: '福建省 福州市 思明区' }, { regionCode: 'divisionUnknown' }],
    [{ region: '福建省福州市' }, { region: 'divisionUnknown' }],
    [{ region: '福建省 福州市 思明区' }, { region: 'divisionUnknown' }],
    [{ region: '江苏省 鼓楼区' }, { region: 'divisionAmbiguous' }],
    [{ provinceName: '福健省', cityName: '福州市', regionName: '鼓楼区' }, { provinceName: 'divisionUnknown' }],
    [{ provinceName: '福建省', cityName: '南京市', regionName: '鼓楼区' }, { cityName: 'divisionUnknown' }],
    [{ cityName: '福州市' }, { provinceName: 'required', regionName: 'required' }],
    [{ regionCode: '350102', cityCode: '350100' }, { provinceCode: 'required' }],
    [
      { region: '福建省 福州市 鼓楼区', detail: '短', phone: '1' },
      { detail: 'tooSmall.text', phone: 'anyPhone' },
    ],
  ])('are refused where the place is not clear: %o', async (place, problems) =>
    expect(
      Object.fromEntries((await send([{ ...nowhere, ...place }]))[0]!.problems.map((p) => [p.path, p.key])),
    ).toEqual(problems),
  )

  it('name the place that was not found', async () =>
    expect((await send([{ ...nowhere, region: '福建省 福州市 思明区' }]))[0]!.problems[0]!.message).toContain(
      '“思明区”',
    ))
})

describe('divisions', () => {
  const below = (id: string) => t.call(divisionCalls.below, { params: { id } }, me)
  const name = (id: string) => t.call(divisionCalls.name, { params: { id } }, me)

  it('are read from provinces down', async () => {
    const provinces = (await t.call(divisionCalls.provinces, {}, me)).data.list
    expect(provinces).toHaveLength(34)
    expect(provinces[0]).toEqual({ id: '110000', name: '北京市' })
    for (const id of ['710000', '810000', '820000']) expect((await below(id)).data.list.length).toBeGreaterThan(0)
    expect((await below('653200')).data.list).toContainEqual({ id: '653229', name: '和安县' })
    expect((await below('441900')).data.list).toContainEqual({ id: '441904', name: '长安镇' })
    expect((await below('653229')).data.list).toEqual([])
  })

  it('tell a code’s name and where it lies', async () => {
    expect((await name('350102')).data).toEqual({
      name: '鼓楼区',
      fullName: '福建省 福州市 鼓楼区',
      path: [
        { id: '350000', name: '福建省' },
        { id: '350100', name: '福州市' },
        { id: '350102', name: '鼓楼区' },
      ],
    })
    expect((await name('110105')).data.fullName).toBe('北京市 朝阳区')
    expect((await name('820000')).data).toMatchObject({ name: '澳门特别行政区', path: [{ id: '820000' }] })
  })

  it('say of an unknown code that it is not there, of a malformed one that it is malformed', async () => {
    expect(await name('999999')).toMatchObject({ errorCode: 'not-found' })
    expect(await below('999999')).toMatchObject({ errorCode: 'not-found' })
    expect(await below('35')).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'id', key: 'division' }] },
    })
  })
})
