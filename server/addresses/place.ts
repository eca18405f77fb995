import type { AddressRow } from '../../contract/addresses/addresses.ts'
import { cityOf, provinceOf } from '../../contract/addresses/divisions.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import { badFields } from '../kit/errors.ts'
import { type Astray, findByNames, isUnder, type Named, pathTo } from './divisions.ts'

export interface Codes {
  provinceCode: string
  cityCode: string
  regionCode: string
}

/** Every code that does not lie beneath the one before it, as far as they are given. */
export function astrayIn({ provinceCode, cityCode, regionCode }: Partial<Codes>): FieldProblem[] {
  const astray = [
    ...(provinceCode && !isUnder(provinceCode) ? ['provinceCode'] : []),
    ...(cityCode && provinceCode && !isUnder(cityCode, provinceCode) ? ['cityCode'] : []),
    ...(regionCode && cityCode && !isUnder(regionCode, cityCode) ? ['regionCode'] : []),
  ]
  return astray.map((path) => ({ path, key: 'division' }))
}

/** The names behind codes that are one real path. */
export function namesOf(codes: Codes) {
  const problems = astrayIn(codes)
  if (problems.length) throw badFields(...problems)
  const { regionCode } = codes
  const [province, city, region] = pathTo(regionCode)
  return { provinceName: province!.name, cityName: city!.name, regionName: region!.name }
}

/** The codes of a sheet's row, which may give names instead. */
export function codesOf(row: AddressRow): Codes {
  if (row.provinceCode ?? row.cityCode) return given(row)
  if (row.regionCode) return inOneColumn(row.regionCode, 'regionCode')
  if (row.region) return inOneColumn(row.region, 'region')
  return found(columns(row), (level) => `${level}Name`)
}

function given(row: AddressRow): Codes {
  const { provinceCode, cityCode, regionCode } = row
  if (provinceCode && cityCode && regionCode) return { provinceCode, cityCode, regionCode }
  throw badFields(
    ...(['provinceCode', 'cityCode', 'regionCode'] as const)
      .filter((name) => !row[name])
      .map((path) => ({ path, key: 'required' })),
  )
}

/** Names from the province down, or the code of the last, which begins with those above it. */
function inOneColumn(text: string, path: string): Codes {
  if (/^\d{6}$/.test(text)) return { provinceCode: provinceOf(text), cityCode: cityOf(text), regionCode: text }
  return found(named(text, path), () => path)
}

function columns({ provinceName, cityName, regionName }: AddressRow): Named {
  const missing: FieldProblem[] = [
    ...(provinceName ? [] : [{ path: 'provinceName', key: 'required' }]),
    ...(regionName ? [] : [{ path: 'regionName', key: 'required' }]),
  ]
  if (!provinceName && !cityName && !regionName) throw badFields({ path: 'regionCode', key: 'required' })
  if (missing.length) throw badFields(...missing)
  return { province: provinceName!, city: cityName ?? undefined, region: regionName! }
}

/** `福建省 福州市 鼓楼区`, with spaces or the marks that sheets use between names. */
function named(text: string, path: string): Named {
  const names = text.split(/[\s/、,，>-]+/).filter(Boolean)
  const [province, city, region] = names
  if (names.length === 2) return { province: province!, region: city! }
  if (names.length === 3) return { province: province!, city: city!, region: region! }
  throw badFields({ path, key: 'divisionUnknown', params: { name: text } })
}

function found(names: Named, pathOf: (level: Astray['level']) => string): Codes {
  const code = findByNames(names)
  if (typeof code !== 'string')
    throw badFields({ path: pathOf(code.level), key: code.key, params: { name: code.name } })
  return { provinceCode: provinceOf(code), cityCode: cityOf(code), regionCode: code }
}
