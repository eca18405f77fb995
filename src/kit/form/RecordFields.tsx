import { Alert, Button, Form } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
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
        {resource.form!.rows.map((line) => {
          const shown = line.filter((name) => asked.includes(name))
          const section = resource.form!.sections?.[line[0]!]
          return (
            shown.length > 0 && (
              <Fragment key={line.join()}>
                {section && <h2 className="skz-form-section">{sayKey(t, `${resource.words}:section.${section}`)}</h2>}
                <div className="skz-form-line">
                  {shown.map((name) => {
                    const field = resource.fields[name] as unknown as Field<never>
                    return (
                      <Form.Item
                        key={name}
                        name={name as never}
                        required={required.has(name) && field.kind !== 'flag'}
                        validateTrigger="onBlur"
                        {...(field.kind === 'flag'
                          ? { valuePropName: 'checked' }
                          : { label: fieldWords(t, resource, name) })}
                        extra={field.help ? sayKey(t, `${resource.words}:help.${name}`) : undefined}
                        rules={[{ validator: () => refuse(editing.problemOf(name)) }]}
                      >
                        {editorOf({ name, field, t, resource })}
                      </Form.Item>
                    )
                  })}
                </div>
              </Fragment>
            )
          )
        })}
      </Form>
    </>
  )
}

const refuse = (message: string | undefined) => (message ? Promise.reject(new Error(message)) : Promise.resolve())
