import { describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { created, li, list, me, t, withAccounts, zhang } from './address-kit.ts'

withAccounts()

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

  it.each(['phone', 'name;drop', '!', '__proto__'])('refuses the order "%s"', async (sort) =>
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
