import { useForm } from '@refinedev/antd'
import type { BaseRecord } from '@refinedev/core'
import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../dataProvider/errors.ts'
import { useDraft } from '../drafts/draft.ts'
import { fieldErrors } from '../refusals/field-errors.ts'
import { showFieldErrors } from '../refusals/show-field-errors.ts'
import type { Resource } from '../resource/resource.ts'
import { useInvalidateResource } from '../resource/useInvalidateResource.ts'
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
  const notices = useNotices()
  const invalidate = useInvalidateResource()
  const { form, onFinish } = useRefineForm(resource, record)
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
      await onFinish(record && version.current !== undefined ? { ...body, version: version.current } : body)
      stage.current = 'saved'
      draft.drop()
      notices.done(t('form.saved'))
      await invalidate(resource.name)
    } catch (error) {
      const current = savedMeanwhile<Row>(error)
      if (current) return setTheirs(current)
      const refused = fieldErrors(error, undefined, ownerOf)
      showFieldErrors(form, refused)
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

/**
 * Refine's form, which writes by the data provider. It empties itself whenever it is given another copy of its record, so it is given none:
 * its query is off, and under a key of its own, as what others have read of the record would reach it all the same.
 */
function useRefineForm<Row extends { id: string }>({ name }: Resource<Row>, record: Row | undefined) {
  return useForm<BaseRecord, ApiError, Values>({
    resource: name,
    ...(record ? { action: 'edit', id: record.id } : { action: 'create' }),
    queryOptions: { enabled: false, queryKey: ['form', name] },
    redirect: false,
    // A list is asked for once, with what else is shown of the resource; what is told, and where, is this form's own.
    invalidates: [],
    warnWhenUnsavedChanges: false,
    successNotification: false,
    errorNotification: false,
  })
}

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
    asked: names.filter((name) => isAsked(name, fields, values)),
    required: requiredFields(form!.schema, values, choices),
  }
}

/** The record as somebody else saved it while this one was typed. */
const savedMeanwhile = <Row>(error: unknown) =>
  error instanceof ApiError && error.code === 'conflict' ? (error.shown['current'] as Row | undefined) : undefined
