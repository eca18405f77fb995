import type { Field } from '../resource/resource.ts'

export type Values = Record<string, unknown>

const blank = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false ? null : value

export const pick = (from: object, names: readonly string[]): Values =>
  Object.fromEntries(names.map((n) => [n, (from as Values)[n] ?? undefined]))

/** True where nobody could tell the two apart by these fields. */
export const same = (a: object, b: object, names: readonly string[]) =>
  names.every((n) => JSON.stringify(blank((a as Values)[n])) === JSON.stringify(blank((b as Values)[n])))

export function isAsked<Row>(field: Field<Row> | undefined, values: Values): boolean {
  return field?.when === undefined || field.when.values.includes(String(values[field.when.field]))
}
