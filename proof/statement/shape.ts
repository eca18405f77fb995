import { ProofError } from '../report.ts'
import { isDataPath } from '../package/paths.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A check of one value of a statement; refuses it with the place where it stands. */
export type ShapeCheck = (value: Json | undefined, at: string) => void

export const refuseAt = (at: string): never => {
  throw new ProofError('bad-statement', { at })
}

export const checkThat =
  (good: (value: Json | undefined) => boolean): ShapeCheck =>
  (value, at) => {
    if (!good(value)) refuseAt(at)
  }

export const wellFormedText = checkThat((v) => typeof v === 'string' && v.isWellFormed())
export const filledText = checkThat((v) => typeof v === 'string' && v.length > 0 && v.isWellFormed())
export const matching = (pattern: RegExp) => checkThat((v) => typeof v === 'string' && pattern.test(v))
export const oneOf = (...words: string[]) => checkThat((v) => typeof v === 'string' && words.includes(v))
export const utcInstant = checkThat(
  (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(v) && !Number.isNaN(Date.parse(v)),
)
export const isoDay = matching(/^\d{4}-\d\d-\d\d$/)
export const hexDigest = matching(/^[0-9a-f]{64}$/)
export const dataPath = checkThat((v) => typeof v === 'string' && isDataPath(v))
export const isJsonObject = (v: Json | undefined): v is { [key: string]: Json } =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
export const jsonObject = checkThat(isJsonObject)
export const textOrNull = checkThat((v) => v === null || (typeof v === 'string' && v.length > 0))

/** An object with exactly these members. */
export const objectOf =
  (members: Record<string, ShapeCheck>): ShapeCheck =>
  (value, at) => {
    if (!isJsonObject(value)) return refuseAt(at)
    for (const key of Object.keys(value)) if (!Object.hasOwn(members, key)) refuseAt(`${at}.${key}`)
    for (const [key, check] of Object.entries(members)) check(value[key], `${at}.${key}`)
  }

export const arrayOf =
  (check: ShapeCheck): ShapeCheck =>
  (value, at) => {
    if (!Array.isArray(value)) return refuseAt(at)
    value.forEach((item, i) => check(item, `${at}[${i}]`))
  }

export const absentOr =
  (check: ShapeCheck): ShapeCheck =>
  (value, at) => {
    if (value !== undefined) check(value, at)
  }

export const orNull =
  (inner: ShapeCheck): ShapeCheck =>
  (value, at) =>
    value === null ? undefined : inner(value, at)
