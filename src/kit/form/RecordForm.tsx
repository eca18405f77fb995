import { Alert, Button, Drawer, Form, Grid } from 'antd'
import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../dataProvider/errors.ts'
import { useConsole } from '../console-context.ts'
import { useDraft } from '../draft.ts'
import { fieldErrors } from '../field-errors.ts'
import { formatInstant } from '../format.ts'
import type { Field, Resource } from '../resource.ts'
import { useNotices } from '../useNotices.ts'
import { fieldWords, resourceWords, sayKey } from '../words.ts'
import { Conflict } from './Conflict.tsx'
import { editorOf } from './editors.tsx'
import { judge, requiredFields, type Values } from './judge.ts'
import { useLeaveGuard } from './useLeaveGuard.tsx'
import { type Fields, fieldOf, toWire } from './wire.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  /** The record to change; absent for a new one. */
  record?: Row
  onClose(): void
}

interface Kept {
  values: Values
  version: number | undefined
  at: string
}

/** A declared resource's form beside its list: the service's own rules, a draft, a guard, and a choice when two people save. */
export function RecordForm<Row extends { id: string }>({ resource, record, onClose }: Props<Row>) {
  const declared = resource.form!
  const { t } = useTranslation(['common', 'errors', resource.words])
  const wide = Grid.useBreakpoint().md ?? true
  const { client } = useConsole()
  const queries = useQueryClient()
  const notices = useNotices()
  const [form] = Form.useForm<Values>()
  const draft = useDraft<Kept>(`${resource.name}.${record?.id ?? 'new'}`)
  const names = declared.rows.flat()
  // What the form began with stays what it is compared to: news of the record from elsewhere changes nothing that is being typed.
  const [began] = useState(() => ({ values: pick(record ?? declared.initial ?? {}, names), version: (record as { version?: number } | undefined)?.version }))
  const [restored, setRestored] = useState(() => draft.read())
  const version = useRef(restored?.version ?? began.version)
  const [saving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<Row>()
  const done = useRef(false)
  const values: Values = Form.useWatch([], form) ?? restored?.values ?? began.values
  const asked = names.filter((name) => isAsked(resource.fields[name], values))
  const required = requiredFields(declared.schema, values, names.filter((n) => resource.fields[n]?.kind === 'choice'))
  const isDirty = () => !done.current && !same(began.values, form.getFieldsValue(true) as Values, names)
  useLeaveGuard(isDirty)
  useEffect(() => {
    if (done.current) onClose()
  })

  const fields = resource.fields as Fields
  const wire = (all: Values) => toWire(fields, asked, all)
  const ownerOf = (path: string) => fieldOf(fields, path)
  async function save() {
    setSaving(true)
    try {
      const body = wire(form.getFieldsValue(true) as Values)
      if (record) await client.call(declared.update!.call, { params: declared.update!.params(record), body: { ...body, ...(version.current === undefined ? {} : { version: version.current }) } } as never)
      else await client.call(declared.create!, { body } as never)
      done.current = true
      draft.drop()
      notices.done(t('form.saved'))
      await queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
    } catch (error) {
      const current = error instanceof ApiError && error.code === 'conflict' ? (error.shown['current'] as Row | undefined) : undefined
      if (current) return setTheirs(current)
      const refused = fieldErrors(error, undefined, ownerOf)
      form.setFields(refused)
      if (!refused.length) notices.refusal(error)
    } finally {
      setSaving(false)
    }
  }
  function giveUp() {
    draft.drop()
    form.setFieldsValue(began.values)
    version.current = began.version
    setRestored(undefined)
  }
  function settle(keepMine: boolean) {
    version.current = (theirs as { version?: number } | undefined)?.version
    if (!keepMine) form.setFieldsValue(pick(theirs!, names))
    setTheirs(undefined)
    if (keepMine) void save()
  }

  return (
    <Drawer
      open title={resourceWords(t, resource, record ? 'edit' : 'add')} size={wide ? 480 : '100%'} onClose={onClose} mask={{ closable: true }}
      footer={<div className="skz-row"><Button type="primary" loading={saving} onClick={() => form.submit()}>{t('save')}</Button><Button onClick={onClose}>{t('cancel')}</Button></div>}
    >
      {restored && <Alert type="info" showIcon title={t('form.restored', { at: formatInstant(restored.at) })} action={<Button size="small" onClick={giveUp}>{t('form.giveUp')}</Button>} />}
      {theirs && <Conflict resource={resource} mine={values} theirs={theirs} onKeepMine={() => settle(true)} onTakeTheirs={() => settle(false)} />}
      <Form<Values>
        form={form} layout="vertical" className="skz-form" initialValues={restored?.values ?? began.values} requiredMark scrollToFirstError={{ focus: true }} onFinish={() => void save()}
        onValuesChange={(_, all) => draft.keep({ values: { ...began.values, ...all }, version: version.current, at: new Date().toISOString() })}
      >
        {declared.rows.map((line) => {
          const shown = line.filter((name) => asked.includes(name))
          return shown.length > 0 && (
            <div key={line.join()} className="skz-form-line">
              {shown.map((name) => {
                const field = resource.fields[name] as unknown as Field<never>
                return (
                  <Form.Item
                    key={name} name={name as never} required={required.has(name) && field.kind !== 'flag'} validateTrigger="onBlur" {...(field.kind === 'flag' ? { valuePropName: 'checked' } : { label: fieldWords(t, resource, name) })}
                    extra={field.help ? sayKey(t, `${resource.words}:help.${name}`) : undefined}
                    rules={[{ validator: () => refuse(judge(declared.schema, wire(form.getFieldsValue(true) as Values), t, ownerOf).get(name)) }]}
                  >
                    {editorOf({ name, field, t, resource })}
                  </Form.Item>
                )
              })}
            </div>
          )
        })}
      </Form>
    </Drawer>
  )
}

const refuse = (message: string | undefined) => (message ? Promise.reject(new Error(message)) : Promise.resolve())
const pick = (from: object, names: readonly string[]): Values => Object.fromEntries(names.map((n) => [n, (from as Values)[n] ?? undefined]))
const blank = (v: unknown) => (v === undefined || v === null || v === '' || v === false ? null : v)
const same = (a: Values, b: Values, names: readonly string[]) => names.every((n) => JSON.stringify(blank(a[n])) === JSON.stringify(blank(b[n])))

function isAsked<Row>(field: Field<Row> | undefined, values: Values): boolean {
  return field?.when === undefined || field.when.values.includes(String(values[field.when.field]))
}
