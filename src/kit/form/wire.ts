import type { Field } from '../resource.ts'
import type { Values } from './judge.ts'

export type Fields = Record<string, Pick<Field<never>, 'implies'> | undefined>

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** What a form sends: nothing that is blank, and beside each value what follows from it. */
export function toWire(fields: Fields, names: readonly string[], values: Values): Values {
  const filled = names.filter((name) => !isBlank(values[name]))
  return Object.fromEntries(filled.flatMap((name) => [[name, values[name]], ...impliedBy(fields[name], String(values[name]))]))
}

const impliedBy = (field: Fields[string], value: string) => Object.entries(field?.implies ?? {}).map(([name, of]) => [name, of(value)])

/** The field in which a name of the wire is filled in. */
export const fieldOf = (fields: Fields, path: string) => Object.keys(fields).find((name) => Object.hasOwn(fields[name]?.implies ?? {}, path)) ?? path
