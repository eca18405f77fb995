import type { Division } from '../../contract/addresses/divisions.ts'
import { pathTo } from './divisions.ts'

/** A county with city and province, from the province down; undefined for a code of anything else. */
export function pathOfCounty(code: string): [Division, Division, Division] | undefined {
  const path = pathTo(code)
  return path.length === 3 ? (path as [Division, Division, Division]) : undefined
}

/** Undefined for a code of anything but a city. */
export function cityName(code: string): string | undefined {
  const path = pathTo(code)
  return path.length === 2 ? path[1]!.name : undefined
}
