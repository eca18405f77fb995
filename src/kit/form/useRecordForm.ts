import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../dataProvider/client.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { useConsole } from '../resource/console-context.ts'
import { useDraft } from '../drafts/draft.ts'
import { fieldErrors } from '../refusals/field-errors.ts'
import type { Resource } from '../resource/resource.ts'
import { useNotices } from '../refusals/useNotices.ts'
import { isAsked, same, type Values, pick } from './values.ts'
import { judge, requiredFields } from './judge.ts'
import { useLeaveGuard } from './useLeaveGuard.tsx'
import { type Fields, fieldOf, toWire } from './wire.ts'

interface Kept {
  values: Values
  version: number | undefined
  at: string
}

/** A record being written, on whatever surface: the service's own rules, a draft, a guard, and a choice when two people save. */
export function useRecordForm<Row extends { id: string }>(
  resource: Resource<Row>,
  record: Row | undefined,
  onClose: () => void,
) {
  const declared = resource.form!
  const { t } = useTranslation(['common', 'errors', resource.words])
  const { client } = useConsole()
  const queries = useQueryClient()
  const notices = useNotices()
  const [form] = Form.useForm<Values>()
  const names = declared.rows.flat()
  const { began, draft, restored, forget } = useBeginning(resource, record)
  const version = useRef(restored?.version ?? began.version)
  const [saving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<Row>()
  const stage = useRef<'typed' | 'saved' | 'closed'>('typed')
  const values: Values = Form.useWatch([], form) ?? restored?.values ?? began.values
  const { asked, required } = askedOf(resource, values)
  useLeaveGuard(() => stage.current === 'typed' && !same(began.values, form.getFieldsValue(true) as Values, names))
  useEffect(() => {
    if (stage.current !== 'saved') return
    stage.current = 'closed'
    onClose()
  })

  const fields = resource.fields as Fields
  const wire = (all: Values) => toWire(fields, asked, all)
  const ownerOf = (path: string) => fieldOf(fields, path)
  async function save() {
    setSaving(true)
    try {
      const body = wire(form.getFieldsValue(true) as Values)
      await send(client, declared, record, body, version.current)
      stage.current = 'saved'
      draft.drop()
      notices.done(t('form.saved'))
      await queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
    } catch (error) {
      const current = savedMeanwhile<Row>(error)
      if (current) return setTheirs(current)
      const refused = fieldErrors(error, undefined, ownerOf)
      form.setFields(refused)
      if (!refused.length) notices.refusal(error)
    } finally {
      setSaving(false)
    }
  }
  function giveUp() {
    forget()
    form.setFieldsValue(began.values)
    version.current = began.version
  }
  function settle(keepMine: boolean) {
    version.current = versionOf(theirs)
    if (!keepMine) form.setFieldsValue(pick(theirs!, names))
    setTheirs(undefined)
    if (keepMine) void save()
  }
  return {
    form,
    asked,
    required,
    restored,
    saving,
    theirs,
    values,
    save,
    giveUp,
    settle,
    initial: restored?.values ?? began.values,
    keep: (all: Values) =>
      draft.keep({ values: { ...began.values, ...all }, version: version.current, at: new Date().toISOString() }),
    problemOf: (name: string) =>
      judge(declared.schema, wire(form.getFieldsValue(true) as Values), t, ownerOf).get(name),
  }
}

export type RecordEditing<Row extends { id: string }> = ReturnType<typeof useRecordForm<Row>>

const versionOf = (record: unknown) => (record as { version?: number } | undefined)?.version

/** What a form begins with, and what was typed into it before it was left. */
function useBeginning<Row extends { id: string }>({ name, form }: Resource<Row>, record: Row | undefined) {
  const draft = useDraft<Kept>(`${name}.${record?.id ?? 'new'}`)
  // What the form began with stays what it is compared to: news of the record from elsewhere changes nothing that is being typed.
  const [began] = useState(() => ({
    values: pick(record ?? form!.initial ?? {}, form!.rows.flat()),
    version: versionOf(record),
  }))
  const [restored, setRestored] = useState(() => draft.read())
  const forget = () => {
    draft.drop()
    setRestored(undefined)
  }
  return { began, draft, restored, forget }
}

/** Fields that are asked for as the form stands, and those of them that may not stay empty. */
function askedOf<Row extends { id: string }>({ form, fields }: Resource<Row>, values: Values) {
  const names = form!.rows.flat()
  const choices = names.filter((name) => fields[name]?.kind === 'choice')
  return {
    asked: names.filter((name) => isAsked(fields[name], values)),
    required: requiredFields(form!.schema, values, choices),
  }
}

/** A new record, or what was changed of one together with the version it was read at. */
async function send<Row extends { id: string }>(
  client: Client,
  { create, update }: NonNullable<Resource<Row>['form']>,
  record: Row | undefined,
  body: Values,
  version: number | undefined,
) {
  if (!record) return client.call(create!, { body } as never)
  const read = version === undefined ? {} : { version }
  return client.call(update!.call, { params: update!.params(record), body: { ...body, ...read } } as never)
}

/** The record as somebody else saved it while this one was typed. */
const savedMeanwhile = <Row>(error: unknown) =>
  error instanceof ApiError && error.code === 'conflict' ? (error.shown['current'] as Row | undefined) : undefined
