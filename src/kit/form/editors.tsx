import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { mostLabels } from '../../../contract/kit/fields.ts'
import { lazyPart } from '../lazy-part.ts'
import type { Field, FieldKind, Resource } from '../resource.ts'
import { choiceWords, fieldWords, type Words } from '../words.ts'

export interface Editing {
  name: string
  field: Field<never>
  t: Words
  resource: Pick<Resource, 'words'>
}

const RegionPicker = lazyPart(async () => (await import('./RegionPicker.tsx')).RegionPicker)

/** Few choices are all in view; many fold. */
const mostRadios = 4

function Choice({ name, field, t, resource, ...bound }: Editing & { value?: string; onChange?: (value: string) => void }): ReactNode {
  const options = (field.values ?? []).map((value) => ({ value, label: choiceWords(t, resource.words, name, value) }))
  if (options.length > mostRadios) return <Select {...bound} options={options} showSearch={{ optionFilterProp: 'label' }} />
  return <Radio.Group {...bound} options={options} onChange={(e) => bound.onChange?.(String(e.target.value))} />
}

function Region({ name: _name, field: _field, t: _t, resource: _resource, ...bound }: Editing): ReactNode {
  return <Suspense fallback={<Input disabled />}><RegionPicker {...bound} /></Suspense>
}

/** How each kind is filled in. The form gives each its value and takes its changes. */
const editors: Record<FieldKind, (editing: Editing) => ReactNode> = {
  text: ({ field }) => <Input maxLength={field.maxLength ?? 200} />,
  'long-text': ({ field }) => <Input.TextArea maxLength={field.maxLength ?? 500} showCount autoSize={{ minRows: 2, maxRows: 8 }} />,
  number: () => <InputNumber className="skz-full" />,
  choice: (editing) => <Choice {...editing} />,
  flag: ({ name, t, resource }) => <Checkbox>{fieldWords(t, resource, name)}</Checkbox>,
  tags: () => <Select mode="tags" maxCount={mostLabels} />,
  region: (editing) => <Region {...editing} />,
  instant: () => null,
}

export const editorOf = (editing: Editing) => editors[editing.field.kind](editing)
