import { readableHtml } from '../../plain/readable-html.ts'
import { formatInstant, nameOfPerson } from '../../plain/format.ts'
import { yuanOf } from '../../../../contract/kit/money.ts'
import type { Field, FieldKind, Resource } from '../../resource/resource.ts'
import { choiceWords, sayKey, type Words } from '../../resource/words.ts'

/** A cell as it is written; numbers are amounts and counts, never what names something. */
export type Written = string | number | Decimal | null

/** A number that keeps the decimals it is written with. */
interface Decimal {
  decimal: string
}

interface Shown {
  value: unknown
  name: string
  t: Words
  words: Resource['words']
  field: Pick<Field<never>, 'names'>
  row: Record<string, unknown>
}

/** What stands between the tags of a cell; whoever imports may use other signs as well. */
export const tagSeparator = ', '

const text = ({ value }: Shown) => String(value)

/** How each kind is written. */
const writings: Record<FieldKind, (shown: Shown) => Written> = {
  text,
  'long-text': text,
  number: ({ value }) => (Number.isFinite(Number(value)) ? Number(value) : String(value)),
  instant: ({ value }) => formatInstant(String(value)),
  choice: ({ value, name, t, words }) => choiceWords(t, words, name, String(value)),
  choices: ({ value, name, t, words }) =>
    (value as string[]).map((v) => choiceWords(t, words, name, v)).join(tagSeparator),
  flag: ({ value, t }) => sayKey(t, value ? 'common:export.yes' : 'common:export.no'),
  money: ({ value }) => ({ decimal: yuanOf(Number(value)) }),
  phone: text,
  person: ({ value }) => nameOfPerson(value),
  hash: text,
  url: text,
  picture: text,
  video: text,
  captions: text,
  colour: text,
  'rich-text': ({ value }) => readableHtml(String(value)),
  tags: ({ value }) => (value as string[]).join(tagSeparator),
  // The names it was kept with, where the record holds them; the service reads names as well as codes.
  region: ({ value, field, row }) =>
    field.names ? field.names.map((name) => String(row[name])).join(' ') : String(value),
}

/** A field of a row as a sheet says it. */
export function writeField<Row extends { id: string }>(
  t: Words,
  resource: Pick<Resource<Row>, 'fields' | 'words'>,
  name: keyof Row & string,
  row: Row,
): Written {
  const field = resource.fields[name] as Field<Row> | undefined
  if (field?.text) return field.text(row, t)
  const value: unknown = row[name]
  if (!field || value === null || value === undefined || value === '') return null
  return writings[field.kind]({ value, name, t, words: resource.words, field, row: row as Record<string, unknown> })
}

/** Characters that a column of a kind is wide. */
const usual: Record<FieldKind, number> = {
  text: 28,
  'long-text': 48,
  choice: 18,
  choices: 40,
  flag: 10,
  instant: 20,
  number: 14,
  tags: 24,
  region: 30,
  money: 16,
  phone: 18,
  person: 16,
  hash: 60,
  url: 40,
  picture: 40,
  video: 40,
  captions: 40,
  colour: 12,
  'rich-text': 48,
}

/** A column's width in characters: its kind's, or its heading's where that is longer; a Chinese character counts twice. */
export function widthOf(kind: FieldKind, heading: string): number {
  return Math.min(60, Math.max(usual[kind], heading.replaceAll(/[⺀-￯]/gu, 'xx').length + 2))
}
