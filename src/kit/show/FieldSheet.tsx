import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import { isAsked } from '../form/values.ts'
import { isLong, renderField } from '../page/cells.tsx'
import type { Field, Resource } from '../resource/resource.ts'
import { fieldWords } from '../resource/words.ts'

interface Props<Row extends { id: string }> {
  /** A resource, or what a page says of a record beyond it. */
  resource: Pick<Resource<Row>, 'fields' | 'words'>
  row: Row
}

/** Every field of a record that means something for it. */
export function FieldSheet<Row extends { id: string }>({ resource, row }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const all = resource.fields as Record<string, Field<never>>
  const fields = Object.entries(all).filter(([name]) => isAsked(name, all, row as Record<string, unknown>))
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, md: 2 }}
      items={fields.map(([name, { kind }]) => ({
        key: name,
        label: fieldWords(t, resource, name),
        ...(isLong(kind) ? { span: 'filled' as const } : {}),
        children: renderField(t, resource, name as keyof Row & string, row, 'sheet'),
      }))}
    />
  )
}
