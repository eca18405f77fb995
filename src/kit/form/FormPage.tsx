import { Button } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { Page } from '../page/Page.tsx'
import { Failed, Loading } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { resourceWords } from '../resource/words.ts'
import { RecordFields } from './RecordFields.tsx'
import { useFreshRecord } from './useFreshRecord.ts'
import { useRecordForm } from './useRecordForm.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
}

/** A declared resource's form for a new record, on a page of its own. */
export const NewPage = <Row extends { id: string }>({ resource }: Props<Row>) => <FormPage resource={resource} />

/** The same for a record that is there. */
export function EditPage<Row extends { id: string }>({ resource }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const [params] = useSearchParams()
  const { id = params.get('id') ?? '' } = useParams()
  const { record, error, retry } = useFreshRecord(resource, id)
  // What is being typed stays, whatever asking again comes to.
  if (record) return <FormPage key={id} resource={resource} record={record} />
  return (
    <Page
      title={resourceWords(t, resource, 'edit')}
      trail={[{ title: resourceWords(t, resource, 'title'), to: resource.routes.list }]}
    >
      {error ? <Failed error={error} retry={retry} /> : <Loading />}
    </Page>
  )
}

function FormPage<Row extends { id: string }>({ resource, record }: Props<Row> & { record?: Row }) {
  const { t } = useTranslation(['common', resource.words])
  const parent = record ? resource.routes.show!(record) : resource.routes.list
  const close = useWayBack(parent)
  const editing = useRecordForm(resource, record, close)
  const trail = [
    { title: resourceWords(t, resource, 'title'), to: resource.routes.list },
    ...(record ? [{ title: String(record[resource.title]), to: parent }] : []),
  ]
  return (
    <Page title={resourceWords(t, resource, record ? 'edit' : 'add')} trail={trail}>
      <RecordFields resource={resource} editing={editing} />
      <div className="skz-form-foot">
        <Button type="primary" loading={editing.saving} onClick={() => editing.form.submit()}>
          {t('save')}
        </Button>
        <Button onClick={close}>{t('cancel')}</Button>
      </div>
    </Page>
  )
}

/** To where one came from, with its filters and page; to the page above where the address was opened by itself. */
function useWayBack(parent: string) {
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(
    () => void (key === 'default' ? navigate(parent, { replace: true }) : navigate(-1)),
    [key, navigate, parent],
  )
}
