import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import { renderField } from '../cells.tsx'
import type { Field, Resource } from '../resource.ts'
import { fieldWords } from '../words.ts'

/** Every field of a record that means something for it. */
export function FieldSheet<Row extends { id: string }>({ resource, row }: { resource: Resource<Row>; row: Row }) {
  const { t } = useTranslation(['common', resource.words])
  const names = (Object.keys(resource.fields) as (keyof Row & string)[]).filter((name) => {
    const when = (resource.fields[name] as Field<Row>).when
    return !when || when.values.includes(String((row as Record<string, unknown>)[when.field]))
  })
  return <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={names.map((name) => ({ key: name, label: fieldWords(t, resource, name), children: renderField(t, resource, name, row) }))} />
}
