import type { Field } from '../resource/resource.ts'

export type Values = Record<string, unknown>

const blank = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false ? null : value

export const pick = (from: object, names: readonly string[]): Values =>
  Object.fromEntries(names.map((n) => [n, (from as Values)[n] ?? undefined]))

/** True where nobody could tell the two apart by these fields. */
export const same = (a: object, b: object, names: readonly string[]) =>
  names.every((n) => JSON.stringify(blank((a as Values)[n])) === JSON.stringify(blank((b as Values)[n])))

/** Whether a field is filled in as the form stands; what hangs on one that is not asked for is not either. */
export function isAsked(name: string, fields: Record<string, Field<never> | undefined>, values: Values): boolean {
  const when = fields[name]?.when
  return (
    when === undefined ||
    [when]
      .flat()
      .some((some) => some.values.includes(String(values[some.field])) && isAsked(some.field, fields, values))
  )
}
