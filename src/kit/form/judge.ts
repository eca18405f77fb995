import type { z } from 'zod'
import { problemsOf } from '../../../contract/kit/issues.ts'
import { sayKey, type Words } from '../resource/words.ts'
import type { Values } from './values.ts'

/** What the service would refuse, by field, in its own words: the schema is the same. */
export function judge(
  schema: z.ZodObject,
  values: Values,
  t: Words,
  ownerOf: (path: string) => string,
): Map<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return new Map()
  return new Map(problemsOf(result.error).map((p) => [ownerOf(p.path), sayKey(t, `errors:field.${p.key}`, p.params)]))
}

/** Fields that may not stay empty as the form stands; they change with what was chosen. */
export function requiredFields(schema: z.ZodObject, values: Values, choices: readonly string[]): Set<string> {
  const chosen = Object.fromEntries(choices.map((name) => [name, values[name]]))
  const problems = (given: Values) => {
    const result = schema.safeParse(given)
    return result.success ? [] : problemsOf(result.error)
  }
  const isMissed = (name: string) => problems({ ...chosen, [name]: undefined }).some((p) => p.path === name)
  return new Set([
    ...choices.filter(isMissed),
    ...problems(chosen)
      .filter((p) => p.key === 'required')
      .map((p) => p.path),
  ])
}

/** Fields without which nothing is ever taken, whatever else is filled in. */
export function neededFields(schema: z.ZodObject): Set<string> {
  const result = schema.safeParse({})
  return new Set(result.success ? [] : problemsOf(result.error).map((p) => p.path))
}
