import { neededFields } from '../../form/judge.ts'
import type { Field, Resource } from '../../resource/resource.ts'
import { choiceWords, fieldWords, sayKey, type Words } from '../../resource/words.ts'

type Importing = Pick<Resource, 'words' | 'fields' | 'io'>

/** A column of a resource's template, in one language. */
export interface Column {
  name: string
  field: Field<never>
  required: boolean
  heading: string
  /** What may stand in it. */
  note: string
  example: string
}

export function columnsOfTemplate(resource: Importing, t: Words): Column[] {
  const { schema, fields } = resource.io!.import
  const required = neededFields(schema)
  return fields.map((name: string) => {
    const field = (resource.fields as unknown as Record<string, Field<never>>)[name]!
    return {
      name,
      field,
      required: required.has(name),
      heading: fieldWords(t, resource, name),
      note: noteOf(resource, name, field, required.has(name), t),
      example: sayKey(t, `${resource.words}:example.${name}`),
    }
  })
}

function noteOf(resource: Importing, name: string, field: Field<never>, required: boolean, t: Words): string {
  const of = (of: string, values: readonly string[]) =>
    values.map((v) => choiceWords(t, resource.words, of, v)).join(sayKey(t, 'common:import.or'))
  const parts = [
    ...(required ? [sayKey(t, 'common:import.note.required')] : []),
    ...[field.when ?? []]
      .flat()
      .map((when) => sayKey(t, 'common:import.note.when', { values: of(when.field, when.values) })),
    ...(field.kind === 'choice'
      ? [sayKey(t, 'common:import.note.choice', { values: of(name, field.values ?? []) })]
      : []),
    ...(field.kind === 'flag' ? [sayKey(t, 'common:import.note.flag')] : []),
    ...(field.kind === 'instant' ? [sayKey(t, 'common:import.note.instant')] : []),
    ...(field.kind === 'number' ? [sayKey(t, 'common:import.note.number')] : []),
    ...(field.kind === 'money' ? [sayKey(t, 'common:import.note.money')] : []),
    ...(field.kind === 'tags' ? [sayKey(t, 'common:import.note.tags')] : []),
    ...(field.maxLength ? [sayKey(t, 'common:import.note.longest', { n: field.maxLength })] : []),
  ]
  return parts.join(sayKey(t, 'common:import.note.and'))
}

/** The heading as it stands in the template; what may not stay empty is marked. */
export const headingOf = (column: Column) => (column.required ? `${column.heading} *` : column.heading)
