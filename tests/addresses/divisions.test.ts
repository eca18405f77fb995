import { describe, expect, it } from 'vitest'
import { cityOf, provinceOf } from '../../contract/addresses/divisions.ts'
import { below, findByNames, isUnder, pathTo, provinces } from '../../server/addresses/divisions.ts'

const every = provinces().flatMap((p) => below(p.id).map((c) => ({ p, c, counties: below(c.id) })))

describe('the divisions', () => {
  it('are 34 provinces, each with cities, each with counties or towns', () => {
    expect(provinces()).toHaveLength(34)
    expect(new Set(every.map((e) => e.p.id)).size).toBe(34)
    expect(every.filter((e) => !e.counties.length)).toEqual([])
  })

  it('hold every code once, each in a city that its own digits name', () => {
    const codes = every.flatMap((e) => e.counties.map((r) => ({ ...r, city: e.c.id, province: e.p.id })))
    expect(codes.length).toBeGreaterThan(3_400)
    expect(new Set(codes.map((c) => c.id)).size).toBe(codes.length)
    expect(codes.filter((c) => cityOf(c.id) !== c.city || provinceOf(c.id) !== c.province || c.id === c.city)).toEqual(
      [],
    )
  })

  it('are those of today: the two counties of December 2024', () => {
    expect(pathTo('653229').map((d) => d.name)).toEqual(['新疆维吾尔自治区', '和田地区', '和安县'])
    expect(pathTo('653228').at(-1)?.name).toBe('和康县')
  })

  it.each([
    ['820102', '澳门特别行政区'],
    ['810101', '香港特别行政区'],
    ['710101', '台湾省'],
    ['441904', '广东省'],
  ])('reach %s in %s', (code, province) => {
    expect(pathTo(code)).toHaveLength(3)
    expect(pathTo(code)[0]!.name).toBe(province)
  })

  it.each(['999999', '350199', '000000', '', 'constructor'])('know no "%s"', (code) => expect(pathTo(code)).toEqual([]))

  it('tell what lies in what', () => {
    expect(isUnder('350000')).toBe(true)
    expect(isUnder('350100')).toBe(false)
    expect(isUnder('350102', '350100')).toBe(true)
    expect(isUnder('350102', '350200')).toBe(false)
    expect(isUnder('350102', '350000')).toBe(false)
  })
})

describe('names', () => {
  it.each([
    [{ province: '福建省', city: '福州市', region: '鼓楼区' }, '350102'],
    [{ province: '福建', city: '福州', region: '鼓楼' }, '350102'],
    [{ province: '北京市', city: '北京市', region: '朝阳区' }, '110105'],
    [{ province: '北京市', city: '市辖区', region: '朝阳区' }, '110105'],
    [{ province: '北京市', region: '朝阳区' }, '110105'],
    [{ province: '广东省', city: '东莞市', region: '长安镇' }, '441904'],
    [{ province: '湖北省', region: '仙桃市' }, '429004'],
    [{ province: '重庆', region: '城口县' }, '500229'],
  ])('%o lead to %s', (named, code) => expect(findByNames(named)).toBe(code))

  it.each([
    [
      { province: '福健省', city: '福州市', region: '鼓楼区' },
      { level: 'province', key: 'divisionUnknown', name: '福健省' },
    ],
    [
      { province: '福建省', city: '南京市', region: '鼓楼区' },
      { level: 'city', key: 'divisionUnknown', name: '南京市' },
    ],
    [
      { province: '福建省', city: '福州市', region: '思明区' },
      { level: 'region', key: 'divisionUnknown', name: '思明区' },
    ],
    [
      { province: '江苏省', region: '鼓楼区' },
      { level: 'region', key: 'divisionAmbiguous', name: '鼓楼区' },
    ],
    [
      { province: '河', city: '福州市', region: '鼓楼区' },
      { level: 'province', key: 'divisionUnknown', name: '河' },
    ],
    [
      { province: '新疆', city: '和田', region: '和田' },
      { level: 'region', key: 'divisionAmbiguous', name: '和田' },
    ],
  ])('%o lead nowhere, and say where they fail', (named, astray) => expect(findByNames(named)).toEqual(astray))
})
