import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Field, FieldKind, Resource } from '../resource.ts'
import { choiceWords, fieldWords, type Words } from '../words.ts'

export interface Editing {
  name: string
  field: Field<never>
  t: Words
  resource: Pick<Resource, 'words'>
}

/** Few choices are all in view; many fold. */
const mostRadios = 4

function Choice({ name, field, t, resource, ...bound }: Editing & { value?: string; onChange?: (value: string) => void }): ReactNode {
  const options = (field.values ?? []).map((value) => ({ value, label: choiceWords(t, resource.words, name, value) }))
  if (options.length > mostRadios) return <Select {...bound} options={options} showSearch={{ optionFilterProp: 'label' }} />
  return <Radio.Group {...bound} options={options} onChange={(e) => bound.onChange?.(String(e.target.value))} />
}

/** How each kind is filled in. The form gives each its value and takes its changes. */
const editors: Record<FieldKind, (editing: Editing) => ReactNode> = {
  text: ({ field }) => <Input maxLength={field.maxLength ?? 200} />,
  'long-text': ({ field }) => <Input.TextArea maxLength={field.maxLength ?? 500} showCount autoSize={{ minRows: 2, maxRows: 8 }} />,
  number: () => <InputNumber className="skz-full" />,
  choice: (editing) => <Choice {...editing} />,
  flag: ({ name, t, resource }) => <Checkbox>{fieldWords(t, resource, name)}</Checkbox>,
  tags: () => <Select mode="tags" maxCount={10} />,
  instant: () => null,
}

export const editorOf = (editing: Editing) => editors[editing.field.kind](editing)
