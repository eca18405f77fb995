import { PlusOutlined } from '@ant-design/icons'
import { useOne, type BaseRecord } from '@refinedev/core'
import { Button } from 'antd'
import { Suspense, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '../../dataProvider/errors.ts'
import { useConsole } from './console-context.ts'
import { lazyDialog } from './lazy-dialog.ts'
import { ResourceList } from './list/ResourceList.tsx'
import { Page } from './Page.tsx'
import type { Resource } from './resource.ts'
import { useShortcut } from './shortcuts.ts'
import { useNotices } from './useNotices.ts'
import { resourceWords } from './words.ts'

const RecordForm = lazyDialog(async () => (await import('./form/RecordForm.tsx')).RecordForm)

/** The page of a declared resource: what it is, what can be added, the list, and the form the address asks for. */
export function ResourcePage<Row extends { id: string }>({ resource }: { resource: Resource<Row> }) {
  const { t } = useTranslation(['common', resource.words])
  const { can } = useConsole()
  const [params, setParams] = useSearchParams()
  const { create } = resource
  const label = resourceWords(t, resource, 'add')
  const asked = params.get('form')
  const navigate = useNavigate()
  const setForm = useCallback(
    (form: string | undefined) =>
      setParams((old) => {
        const next = new URLSearchParams(old)
        if (form) next.set('form', form)
        else next.delete('form')
        return next
      }),
    [setParams],
  )
  const begin = useCallback(() => (create?.path ? void navigate(create.path) : setForm('new')), [create, navigate, setForm])
  useShortcut('n', 'add', create && can(create.right) ? begin : undefined)
  const button = <Button type="primary" icon={<PlusOutlined aria-hidden />} {...(create?.path ? {} : { onClick: () => setForm('new') })}>{label}</Button>
  const add = create && can(create.right) ? (create.path ? <Link to={create.path}>{button}</Link> : button) : null
  return (
    <Page title={resourceWords(t, resource, 'title')} lead={resourceWords(t, resource, 'lead')} actions={add}>
      <ResourceList resource={resource} whenEmpty={add} />
      {asked && resource.form && create && can(create.right) && (
        <Suspense fallback={null}>
          {asked === 'new' ? <RecordForm resource={resource as never} onClose={() => setForm(undefined)} /> : <Edited resource={resource} id={asked} onClose={() => setForm(undefined)} />}
        </Suspense>
      )}
    </Page>
  )
}

/** The form over a record read anew: what a list shows may be older than what is saved. */
export function Edited<Row extends { id: string }>({ resource, id, onClose }: { resource: Resource<Row>; id: string; onClose(): void }) {
  const notices = useNotices()
  const { query, result } = useOne<Row & BaseRecord, ApiError>({ resource: resource.name, id, errorNotification: false, queryOptions: { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } })
  const { error } = query
  useEffect(() => {
    if (!error) return
    notices.refusal(error)
    onClose()
  }, [error, notices, onClose])
  return result ? <RecordForm key={id} resource={resource as never} record={result as never} onClose={onClose} /> : null
}
