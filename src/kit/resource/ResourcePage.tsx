import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useConsole } from './console-context.ts'
import { addPath } from '../form/form-paths.ts'
import { useFreshRecord } from '../form/useFreshRecord.ts'
import { lazyDialog } from '../page/lazy-dialog.ts'
import { ResourceList } from '../list/ResourceList.tsx'
import { Page } from '../page/Page.tsx'
import { Loading } from '../page/Panels.tsx'
import type { Resource } from './resource.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { useNotices } from '../refusals/useNotices.ts'
import { resourceWords } from './words.ts'

const RecordForm = lazyDialog(async () => (await import('../form/RecordForm.tsx')).RecordForm)

/** The page of a declared resource: what it is, what can be added, the list, and the form the address asks for. */
export function ResourcePage<Row extends { id: string }>({ resource }: { resource: Resource<Row> }) {
  const { t } = useTranslation(['common', resource.words])
  const { can } = useConsole()
  const [params, setParams] = useSearchParams()
  const { create } = resource
  const label = resourceWords(t, resource, 'add')
  const drawer = resource.form && resource.form.surface !== 'page'
  const asked = params.get('form')
  const place = addPath(resource)
  const elsewhere = !drawer || create?.path !== undefined
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
  const begin = useCallback(
    () => (elsewhere ? void navigate(place) : setForm('new')),
    [elsewhere, place, navigate, setForm],
  )
  useShortcut('n', 'add', create && can(create.right) ? begin : undefined)
  const button = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} {...(elsewhere ? {} : { onClick: begin })}>
      {label}
    </Button>
  )
  const add = create && can(create.right) ? elsewhere ? <Link to={place}>{button}</Link> : button : null
  return (
    <Page title={resourceWords(t, resource, 'title')} lead={resourceWords(t, resource, 'lead')} actions={add}>
      {/* Both at once: what came later would push the list away from under a hand. */}
      <Suspense fallback={<Loading />}>
        {resource.above && <resource.above />}
        <ResourceList resource={resource} whenEmpty={add} />
      </Suspense>
      {asked && drawer && create && can(create.right) && (
        <Suspense fallback={null}>
          {asked === 'new' ? (
            <RecordForm resource={resource as never} onClose={() => setForm(undefined)} />
          ) : (
            <Edited resource={resource} id={asked} onClose={() => setForm(undefined)} />
          )}
        </Suspense>
      )}
    </Page>
  )
}

/** The form over a record read anew; without one, what hinders is told and the form is closed. */
function Edited<Row extends { id: string }>({
  resource,
  id,
  onClose,
}: {
  resource: Resource<Row>
  id: string
  onClose(): void
}) {
  const notices = useNotices()
  const { record, error } = useFreshRecord(resource, id)
  useEffect(() => {
    if (!error) return
    notices.refusal(error)
    onClose()
  }, [error, notices, onClose])
  return record ? <RecordForm key={id} resource={resource as never} record={record as never} onClose={onClose} /> : null
}
