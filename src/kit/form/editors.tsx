import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { bareText } from '../../../contract/kit/typed/clean.ts'
import { mostFen, mostLabels, type Person } from '../../../contract/kit/fields.ts'
import { formatInstant } from '../plain/format.ts'
import { lazyPart } from '../page/lazy-part.ts'
import { yuanOf } from '../../../contract/kit/money.ts'
import { parseMoney } from '../../../contract/kit/typed/money.ts'
import type { Appearance } from '../../../contract/platform/colours.ts'
import type { UploadScene } from '../../../contract/platform/files.ts'
import { cleanOf, type Field, type FieldKind, type Resource } from '../resource/resource.ts'
import { useOptions } from '../resource/useOptions.ts'
import { choiceWords, fieldWords, type Words } from '../resource/words.ts'
import { CleanInput } from './CleanInput.tsx'
import type { MediaProps } from './MediaField.tsx'

export interface Editing {
  name: string
  field: Field<never>
  t: Words
  resource: Pick<Resource, 'words'>
}

const MediaField = lazyPart(async () => (await import('./MediaField.tsx')).MediaField)
const RichTextField = lazyPart(async () => (await import('./RichTextField.tsx')).RichTextField)
const ColourField = lazyPart(async () => (await import('./ColourField.tsx')).ColourField)
const RegionPicker = lazyPart(async () => (await import('./RegionPicker.tsx')).RegionPicker)

function Line({
  name: _name,
  field,
  t: _t,
  resource: _resource,
  ...bound
}: Editing & {
  value?: string
  onChange?: (value: string) => void
  type?: 'tel'
  inputMode?: 'tel' | 'url'
}): ReactNode {
  return <CleanInput {...bound} clean={cleanOf(field)!} maxLength={Math.max(field.maxLength ?? 2_000, 60)} />
}

/** Few choices are all in view; many fold. */
const mostRadios = 4

function Choice({
  name,
  field,
  t,
  resource,
  ...bound
}: Editing & { value?: string; onChange?: (value: string) => void }): ReactNode {
  const options = (field.values ?? []).map((value) => ({ value, label: choiceWords(t, resource.words, name, value) }))
  if (options.length > mostRadios)
    return <Select {...bound} options={options} showSearch={{ optionFilterProp: 'label' }} allowClear />
  return <Radio.Group {...bound} options={options} onChange={(e) => bound.onChange?.(String(e.target.value))} />
}

function Region({ name: _name, field: _field, t: _t, resource: _resource, ...bound }: Editing): ReactNode {
  return (
    <Suspense fallback={<Input disabled />}>
      <RegionPicker {...bound} />
    </Suspense>
  )
}

function Media(field: MediaProps): ReactNode {
  return (
    <Suspense fallback={<Input disabled />}>
      <MediaField {...field} />
    </Suspense>
  )
}

/** What is sent for a field that names no scene of its own. */
const sceneOf = { picture: 'platform', video: 'video', captions: 'captions' } as const satisfies Record<
  string,
  UploadScene
>
const media =
  (of: keyof typeof sceneOf) =>
  ({ name, field, t, resource }: Editing) => (
    <Media of={of} label={fieldWords(t, resource, name)} scene={field.scene ?? sceneOf[of]} />
  )

function Colour(field: { label: string; ground: Appearance }): ReactNode {
  return (
    <Suspense fallback={<Input disabled />}>
      <ColourField {...field} />
    </Suspense>
  )
}

function RichText(field: { label: string; scene: UploadScene }): ReactNode {
  return (
    <Suspense fallback={<Input.TextArea disabled rows={8} />}>
      <RichTextField {...field} />
    </Suspense>
  )
}

function PersonChoice({
  name: _name,
  field,
  t: _t,
  resource: _resource,
  value,
  onChange,
  ...bound
}: Editing & { value?: Person | null; onChange?: (value: Person | undefined) => void }): ReactNode {
  const offered = useOptions(field.people!) ?? []
  // Whoever has gone stays where they were chosen.
  const options =
    value && !offered.some((o) => o.value === value.id) ? [...offered, { value: value.id, label: value.name }] : offered
  return (
    <Select
      {...bound}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      value={value?.id ?? null}
      onChange={(id) => onChange?.(id ? { id, name: options.find((o) => o.value === id)!.label } : undefined)}
    />
  )
}

/** Tags of one's own, or those alone that are offered. */
function Tags({
  name: _name,
  field,
  t: _t,
  resource: _resource,
  ...bound
}: Editing & { value?: string[]; onChange?: (value: string[]) => void }): ReactNode {
  const most = { maxCount: field.most ?? mostLabels }
  return field.offered ? (
    <OfferedTags {...bound} {...most} {...field.offered} />
  ) : (
    <Select<string[]> {...bound} {...most} mode="tags" />
  )
}

function OfferedTags({
  load,
  name,
  ...bound
}: NonNullable<Field<never>['offered']> & {
  maxCount: number
  value?: string[]
  onChange?: (value: string[]) => void
}): ReactNode {
  const options = useOptions(load, name, name)
  return (
    <Select<string[]>
      {...bound}
      mode="multiple"
      allowClear
      loading={!options}
      options={options ?? []}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}

/** Yuan as they are pasted, with separators and signs. */
const bare = (text: string | undefined) => bareText(text ?? '').replaceAll(/[,¥￥元]/g, '')

/** What no number can hold exactly is refused like anything else that is too much. */
function fenOf(yuan: string | null): number | undefined {
  if (!yuan) return undefined
  const parsed = parseMoney(yuan)
  return 'fen' in parsed ? parsed.fen : mostFen + 1
}

function Money({
  name: _name,
  field: _field,
  t: _t,
  resource: _resource,
  value,
  onChange,
  ...bound
}: Editing & { value?: number | null; onChange?: (value: number | undefined) => void }): ReactNode {
  return (
    <InputNumber<string>
      {...bound}
      stringMode
      precision={2}
      controls={false}
      prefix="¥"
      inputMode="decimal"
      className="skz-full"
      parser={bare}
      value={typeof value === 'number' ? yuanOf(value) : null}
      onChange={(yuan) => onChange?.(fenOf(yuan))}
    />
  )
}

/** Minutes in Asia/Shanghai, which has no summer time. */
const minuteOf = (iso: string) => formatInstant(iso).slice(0, 16).replace(' ', 'T')
const instantOf = (minute: string) =>
  /^\d{4}-/.test(minute) ? new Date(`${minute}:00+08:00`).toISOString() : undefined

function Instant({
  name: _name,
  field: _field,
  t: _t,
  resource: _resource,
  value,
  onChange,
  ...bound
}: Editing & { value?: string | null; onChange?: (value: string | undefined) => void }): ReactNode {
  return (
    <Input
      {...bound}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value ? minuteOf(value) : ''}
      onChange={(e) => onChange?.(instantOf(e.target.value))}
    />
  )
}

/** How each kind is filled in. The form gives each its value and takes its changes. */
const editors: Record<FieldKind, (editing: Editing) => ReactNode> = {
  text: (editing) =>
    editing.field.clean ? <Line {...editing} /> : <Input maxLength={editing.field.maxLength ?? 200} />,
  'long-text': ({ field }) => (
    <Input.TextArea maxLength={field.maxLength ?? 500} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
  ),
  number: () => <InputNumber className="skz-full" />,
  choice: (editing) => <Choice {...editing} />,
  choices: ({ name, field, t, resource }) => (
    <Checkbox.Group
      className="skz-choices"
      options={(field.values ?? []).map((value) => ({ value, label: choiceWords(t, resource.words, name, value) }))}
    />
  ),
  flag: ({ name, t, resource }) => <Checkbox>{fieldWords(t, resource, name)}</Checkbox>,
  tags: (editing) => <Tags {...editing} />,
  region: (editing) => <Region {...editing} />,
  money: (editing) => <Money {...editing} />,
  phone: (editing) => <Line {...editing} type="tel" inputMode="tel" />,
  person: (editing) => <PersonChoice {...editing} />,
  url: (editing) => <Line {...editing} inputMode="url" />,
  instant: (editing) => <Instant {...editing} />,
  picture: media('picture'),
  video: media('video'),
  captions: media('captions'),
  colour: ({ name, field, t, resource }) => (
    <Colour label={fieldWords(t, resource, name)} ground={field.ground ?? 'light'} />
  ),
  'rich-text': ({ name, field, t, resource }) => (
    <RichText label={fieldWords(t, resource, name)} scene={field.scene ?? 'platform'} />
  ),
  // The service's own.
  hash: () => null,
}

export const editorOf = (editing: Editing) => editors[editing.field.kind](editing)
