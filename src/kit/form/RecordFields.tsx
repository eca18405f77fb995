import { Alert, Button, Form } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../page/Card.tsx'
import { formatInstant } from '../plain/format.ts'
import type { Field, Resource } from '../resource/resource.ts'
import { fieldWords, sayKey } from '../resource/words.ts'
import { Conflict } from './Conflict.tsx'
import { editorOf } from './editors.tsx'
import type { RecordEditing } from './useRecordForm.ts'
import type { Values } from './values.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  editing: RecordEditing<Row>
}

/** A declared form's lines, beneath what has to be told of the draft and of others' changes. */
export function RecordFields<Row extends { id: string }>({ resource, editing }: Props<Row>) {
  const { t } = useTranslation(['common', 'errors', resource.words])
  const { form, asked, required, restored, theirs, values, settle } = editing
  return (
    <>
      {restored && (
        <Alert
          type="info"
          showIcon
          title={t('form.restored', { at: formatInstant(restored.at) })}
          action={
            <Button size="small" onClick={editing.giveUp}>
              {t('form.giveUp')}
            </Button>
          }
        />
      )}
      {theirs && (
        <Conflict
          resource={resource}
          mine={values}
          theirs={theirs}
          onKeepMine={() => settle(true)}
          onTakeTheirs={() => settle(false)}
        />
      )}
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        initialValues={editing.initial}
        requiredMark
        scrollToFirstError={{ focus: true }}
        onFinish={() => void editing.save()}
        onValuesChange={(_, all) => editing.keep(all)}
      >
        {sectionsOf(resource).map(({ section, lines }) => {
          const shown = lines.map((line) => line.filter((name) => asked.includes(name))).filter((line) => line.length)
          if (!shown.length) return null
          const title = section && sayKey(t, `${resource.words}:section.${section}`)
          const drawn = shown.map((line) => (
            <div key={line.join()} className="skz-form-line">
              {line.map((name) => (
                <RecordField
                  key={name}
                  resource={resource}
                  editing={editing}
                  name={name}
                  isRequired={required.has(name)}
                />
              ))}
            </div>
          ))
          return resource.form!.framed ? (
            <Card key={lines[0]!.join()} title={title}>
              {drawn}
            </Card>
          ) : (
            <Fragment key={lines[0]!.join()}>
              {title && <h2 className="skz-form-section">{title}</h2>}
              {drawn}
            </Fragment>
          )
        })}
      </Form>
    </>
  )
}

/** Lines beneath the heading that stands above the first of them. */
function sectionsOf<Row extends { id: string }>({ form }: Resource<Row>) {
  const sections: { section: string | undefined; lines: (readonly (keyof Row & string)[])[] }[] = []
  for (const line of form!.rows) {
    const section = form!.sections?.[line[0]!]
    if (section || !sections.length) sections.push({ section, lines: [line] })
    else sections.at(-1)!.lines.push(line)
  }
  return sections
}

interface FieldProps<Row extends { id: string }> extends Props<Row> {
  name: keyof Row & string
  isRequired: boolean
}

function RecordField<Row extends { id: string }>({ resource, editing, name, isRequired }: FieldProps<Row>) {
  const { t } = useTranslation(['common', 'errors', resource.words])
  const field = resource.fields[name] as unknown as Field<never>
  return (
    <Form.Item
      name={name as never}
      required={isRequired && field.kind !== 'flag'}
      validateTrigger="onBlur"
      {...(field.kind === 'flag' ? { valuePropName: 'checked' } : { label: fieldWords(t, resource, name) })}
      extra={field.help ? sayKey(t, `${resource.words}:help.${name}`) : undefined}
      rules={[{ validator: () => refuse(editing.problemOf(name)) }]}
    >
      {editorOf({ name, field, t, resource })}
    </Form.Item>
  )
}

const refuse = (message: string | undefined) => (message ? Promise.reject(new Error(message)) : Promise.resolve())
