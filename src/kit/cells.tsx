import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { formatInstant } from './format.ts'
import type { Field, Resource } from './resource.ts'
import { StatusTag } from './StatusTag.tsx'

/** Any namespace's `t`; keys built by convention are held to the locale files by a test instead of the compiler. */
type Words = (key: never) => unknown

/** Words of a resource, by convention: `<ns>:field.<name>`, `<ns>:choice.<field>.<value>`, `<ns>:action.<name>.…`. */
export const fieldWords = (t: Words, resource: Pick<Resource, 'words'>, field: string) => String(t(`${resource.words}:field.${field}` as never))

/** A field as people read it, by its kind. */
export function renderField<Row extends { id: string }>(t: Words, resource: Resource<Row>, name: keyof Row & string, row: Row): ReactNode {
  const field = resource.fields[name] as Field<Row> | undefined
  if (!field) return null
  if (field.cell) return field.cell(row)
  const value: unknown = row[name]
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)) return <span className="skz-none">-</span>
  switch (field.kind) {
    case 'instant':
      return <time dateTime={String(value)}>{formatInstant(String(value))}</time>
    case 'choice':
      return <StatusTag tone={field.tones?.[String(value)] ?? 'neutral'}>{String(t(`${resource.words}:choice.${name}.${String(value)}` as never))}</StatusTag>
    case 'tags':
      return <span className="skz-tags">{(value as string[]).map((tag) => <Tag key={tag}>{tag}</Tag>)}</span>
    default:
      return String(value)
  }
}
