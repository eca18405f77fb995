import type { Person } from '../../../contract/kit/fields.ts'
import type { Field } from '../resource/resource.ts'
import type { Values } from './values.ts'

export type Fields = Record<string, Partial<Pick<Field<never>, 'kind' | 'implies'>> | undefined>

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** What a form sends: nothing that is blank, of a person the id, and beside each value what follows from it. */
export function toWire(fields: Fields, names: readonly string[], values: Values): Values {
  const filled = names.filter((name) => !isBlank(values[name]))
  return Object.fromEntries(
    filled.flatMap((name) => [
      [name, fields[name]?.kind === 'person' ? (values[name] as Person).id : values[name]],
      ...impliedBy(fields[name], String(values[name])),
    ]),
  )
}

const impliedBy = (field: Fields[string], value: string) =>
  Object.entries(field?.implies ?? {}).map(([name, of]) => [name, of(value)])

/** The field in which a name of the wire is filled in; one tag of several stands in the field of all. */
export function fieldOf(fields: Fields, path: string): string {
  const [first = path] = path.split('.')
  if (Object.hasOwn(fields, first) && fields[first]?.kind === 'tags') return first
  return Object.keys(fields).find((name) => Object.hasOwn(fields[name]?.implies ?? {}, path)) ?? path
}
