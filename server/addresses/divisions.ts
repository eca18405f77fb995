import { areaList } from '@vant/area-data'
import { cityOf, type Division, provinceOf } from '../../contract/addresses/divisions.ts'

/** The divisions of GB/T 2260 with Hong Kong, Macau and Taiwan; every city has counties, or its towns stand in their place. */
const names = new Map(Object.entries({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }))

const country = ''
const parentOf = (code: string) =>
  code.endsWith('0000') ? country : code.endsWith('00') ? provinceOf(code) : cityOf(code)
const byParent = Map.groupBy(
  [...names].map(([id, name]): Division => ({ id, name })),
  (d) => parentOf(d.id),
)

export const isDivision = (code: string) => names.has(code)
export const below = (code: string): Division[] => byParent.get(code) ?? []
export const provinces = () => below(country)
export const isUnder = (code: string, parent = country) => names.has(code) && parentOf(code) === parent

/** From the province down to the code itself; empty for a code that there is not. */
export function pathTo(code: string): Division[] {
  const name = names.get(code)
  return name === undefined ? [] : [...pathTo(parentOf(code)), { id: code, name }]
}

/** Why names lead to no place: the level at which they fail, and the name that stands there. */
export interface Astray {
  level: 'province' | 'city' | 'region'
  key: 'divisionUnknown' | 'divisionAmbiguous'
  name: string
}

export interface Named {
  province: string
  /** May be left out where the province has only one such county. */
  city?: string | undefined
  region: string
}

/** Statistics put this between a municipality and its districts; it is the name of no city. */
const noCity = '市辖区'

/** The code of the county that names lead to. */
export function findByNames({ province, city, region }: Named): string | Astray {
  const p = theOne(provinces(), province)
  if (typeof p === 'string') return { level: 'province', key: p, name: province }
  if (city === undefined || city === noCity) {
    const r = theOne(
      below(p.id).flatMap((c) => below(c.id)),
      region,
    )
    return typeof r === 'string' ? { level: 'region', key: r, name: region } : r.id
  }
  const c = theOne(below(p.id), city)
  if (typeof c === 'string') return { level: 'city', key: c, name: city }
  const r = theOne(below(c.id), region)
  return typeof r === 'string' ? { level: 'region', key: r, name: region } : r.id
}

/** By its full name, else by a beginning that no other shares: 福建 for 福建省. A single character is too little to go by. */
function theOne(some: Division[], name: string): Division | Astray['key'] {
  const whole = some.filter((d) => d.name === name)
  const fits = whole.length || name.length < 2 ? whole : some.filter((d) => d.name.startsWith(name))
  return fits.length === 1 ? fits[0]! : fits.length ? 'divisionAmbiguous' : 'divisionUnknown'
}
