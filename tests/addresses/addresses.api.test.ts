import { describe, expect, it } from 'vitest'
import { addressCalls, mostAddresses } from '../../contract/addresses/addresses.ts'
import { divisionCalls } from '../../contract/addresses/divisions.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import {
  type Body,
  create,
  created,
  fields,
  gulou,
  li,
  list,
  me,
  other,
  t,
  withAccounts,
  zhang,
} from './address-kit.ts'

withAccounts()

const get = (id: string, as = me) => t.call(addressCalls.get, { params: { id } }, as)

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

  it('is told of a code that leads nowhere together with all else that is wrong', async () => {
    expect(fields(await create({ ...zhang, name: '', detail: 'x', provinceCode: '340000' }))).toEqual({
      name: 'required',
      detail: 'tooSmall.text',
      cityCode: 'division',
    })
    // Beneath what is no code at all nothing is judged.
    expect(fields(await create({ ...zhang, phone: '1', cityCode: 'x' }))).toEqual({
      phone: 'anyPhone',
      cityCode: 'division',
    })
  })

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
    const { isDefault: _, ...silent } = { isDefault: true, ...li }
    await t.call(addressCalls.update, { params: { id: second }, body: silent }, me)
    expect(await defaults(), 'a change that does not speak of it').toEqual([li.name])
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
