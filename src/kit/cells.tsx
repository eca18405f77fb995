import { CheckOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { writePath } from '../../contract/addresses/divisions.ts'
import { formatInstant, formatNumber } from './format.ts'
import { RegionName } from './RegionName.tsx'
import type { Field, FieldKind, Resource } from './resource.ts'
import { StatusTag } from './StatusTag.tsx'
import { choiceWords, fieldWords, type Words } from './words.ts'

interface Shown {
  value: unknown
  name: string
  field: Field<never>
  row: object
  t: Words
  words: Resource['words']
}

/** How each kind reads. */
const readings: Record<FieldKind, (shown: Shown) => ReactNode> = {
  text: ({ value }) => String(value),
  'long-text': ({ value }) => <span className="skz-long">{String(value)}</span>,
  number: ({ value }) => <span className="skz-number">{formatNumber(Number(value), 0)}</span>,
  instant: ({ value }) => <time dateTime={String(value)} title={String(value)}>{formatInstant(String(value))}</time>,
  choice: ({ value, name, field, t, words }) => <StatusTag tone={field.tones?.[String(value)] ?? 'neutral'}>{choiceWords(t, words, name, String(value))}</StatusTag>,
  flag: ({ name, t, words }) => <Tag icon={<CheckOutlined aria-hidden />} color="success">{fieldWords(t, { words }, name)}</Tag>,
  tags: ({ value }) => <span className="skz-tags">{(value as string[]).map((tag) => <Tag key={tag}>{tag}</Tag>)}</span>,
  region: ({ value, field, row }) => keptNames(field, row) ?? <RegionName code={String(value)} />,
}

/** The names as they were chosen; a record that is only being written has none yet. */
function keptNames({ names = [] }: Field<never>, row: object): string | undefined {
  const kept = names.map((name) => (row as Record<string, unknown>)[name])
  return kept.length && kept.every((name) => typeof name === 'string') ? writePath(kept) : undefined
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** A field as people read it, by its kind. */
export function renderField<Row extends { id: string }>(t: Words, resource: Pick<Resource<Row>, 'fields' | 'words'>, name: keyof Row & string, row: Row): ReactNode {
  const field = resource.fields[name] as Field<Row> | undefined
  if (!field) return null
  if (field.cell) return field.cell(row)
  const value: unknown = row[name]
  if (isNothing(value)) return <span className="skz-none">-</span>
  return readings[field.kind]({ value, name, field: field as unknown as Field<never>, row, t, words: resource.words })
}
