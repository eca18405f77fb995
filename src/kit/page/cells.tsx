import { CheckOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { writePath } from '../../../contract/addresses/divisions.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileBytes } from '../../../contract/platform/file-bytes.ts'
import { CopyText } from './CopyText.tsx'
import { formatInstant, formatNumber, nameOfPerson } from '../plain/format.ts'
import { readableHtml } from '../plain/readable-html.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { phoneGroups, phoneLink } from '../plain/phone.ts'
import { RegionName } from './RegionName.tsx'
import type { Field, FieldKind, Resource } from '../resource/resource.ts'
import { StatusTag } from './StatusTag.tsx'
import { choiceWords, fieldWords, sayKey, type Words } from '../resource/words.ts'

/** Among others, where little fits and only the row leads anywhere; or alone. */
type Place = 'cell' | 'sheet'

interface Shown {
  place: Place
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
  instant: ({ value }) => (
    <time dateTime={String(value)} title={String(value)}>
      {formatInstant(String(value))}
    </time>
  ),
  choice: ({ value, name, field, t, words }) => (
    <StatusTag tone={field.tones?.[String(value)] ?? 'neutral'}>{choiceWords(t, words, name, String(value))}</StatusTag>
  ),
  choices: ({ value, name, t, words }) => (
    <span className="skz-tags">
      {(value as string[]).map((v) => (
        <Tag key={v}>{choiceWords(t, words, name, v)}</Tag>
      ))}
    </span>
  ),
  flag: ({ name, t, words }) => (
    <Tag icon={<CheckOutlined aria-hidden />} color="success">
      {fieldWords(t, { words }, name)}
    </Tag>
  ),
  tags: ({ value }) => (
    <span className="skz-tags">
      {(value as string[]).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  ),
  money: ({ value }) => <span className="skz-number">{formatMoney(Number(value))}</span>,
  phone: ({ value, place }) => (
    <Phone phone={String(value)} link={place === 'sheet' ? phoneLink(String(value)) : undefined} />
  ),
  person: ({ value }) => nameOfPerson(value),
  hash: ({ value, name, place, t, words }) => (
    <CopyText
      text={String(value)}
      {...(place === 'sheet' ? {} : { shorten: place })}
      label={fieldWords(t, { words }, name)}
    />
  ),
  url: ({ value, place }) =>
    place === 'sheet' && /^https?:\/\//i.test(String(value)) ? (
      <a href={String(value)} target="_blank" rel="noreferrer noopener" className="skz-break">
        {String(value)}
      </a>
    ) : (
      String(value)
    ),
  picture: ({ value, name, t, words }) => (
    <img
      className="skz-picture-small"
      src={pathOf(fileBytes.shown, { id: String(value) })}
      alt={fieldWords(t, { words }, name)}
    />
  ),
  video: ({ value, name, t, words }) => (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- staff look at what they sent
    <video
      className="skz-picture-small"
      controls
      playsInline
      preload="none"
      src={pathOf(fileBytes.shown, { id: String(value) })}
      aria-label={fieldWords(t, { words }, name)}
    />
  ),
  captions: ({ value, name, t, words }) => (
    <a
      href={pathOf(fileBytes.shown, { id: String(value) })}
      target="_blank"
      rel="noreferrer"
      aria-label={`${sayKey(t, 'common:media.look')}: ${fieldWords(t, { words }, name)}`}
    >
      {sayKey(t, 'common:media.look')}
    </a>
  ),
  colour: ({ value }) => (
    <span className="skz-row">
      <span className="skz-swatch" style={{ background: String(value) }} aria-hidden />
      <code>{String(value)}</code>
    </span>
  ),
  'rich-text': ({ value, place }) =>
    place === 'sheet' ? (
      // The service lets nothing through but text, links and pictures of ours.
      <div className="skz-html" dangerouslySetInnerHTML={{ __html: String(value) }} />
    ) : (
      readableHtml(String(value))
    ),
  region: ({ value, field, row }) => keptNames(field, row) ?? <RegionName code={String(value)} />,
}

/** Groups are set apart by their margin: what is copied or searched is the number. */
function Phone({ phone, link }: { phone: string; link: string | undefined }) {
  const groups = (
    <span className="skz-phone">
      {phoneGroups(phone).map((group, i) => (
        <span key={i}>{group}</span>
      ))}
    </span>
  )
  return link ? <a href={link}>{groups}</a> : groups
}

/** Kinds whose columns stand at the end of their width, so that digits of one weight meet. */
export const isAmount = (kind: FieldKind) => kind === 'number' || kind === 'money'
/** Kinds that take a line of their own on a sheet. */
export const isLong = (kind: FieldKind) => ['hash', 'url', 'long-text', 'rich-text'].includes(kind)

/** The names as they were chosen; a record that is only being written has none yet. */
function keptNames({ names = [] }: Field<never>, row: object): string | undefined {
  const kept = names.map((name) => (row as Record<string, unknown>)[name])
  return kept.length && kept.every((name) => typeof name === 'string') ? writePath(kept) : undefined
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** A field as people read it, by its kind. */
export function renderField<Row extends { id: string }>(
  t: Words,
  resource: Pick<Resource<Row>, 'fields' | 'words'>,
  name: keyof Row & string,
  row: Row,
  place: Place = 'cell',
): ReactNode {
  const field = resource.fields[name] as Field<Row> | undefined
  if (!field) return null
  if (field.cell) return field.cell(row)
  const value: unknown = row[name]
  if (isNothing(value)) return <span className="skz-none">-</span>
  return readings[field.kind]({
    place,
    value,
    name,
    field: field as unknown as Field<never>,
    row,
    t,
    words: resource.words,
  })
}
