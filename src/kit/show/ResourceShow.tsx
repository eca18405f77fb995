import { EditOutlined } from '@ant-design/icons'
import { useOne, type BaseRecord } from '@refinedev/core'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { useConsole } from '../resource/console-context.ts'
import { CopyText } from '../page/CopyText.tsx'
import { editPath } from '../form/form-paths.ts'
import { lazyDialog } from '../page/lazy-dialog.ts'
import { RowMenu } from '../list/RowMenu.tsx'
import { useActions } from '../list/useActions.tsx'
import { Page } from '../page/Page.tsx'
import { Failed, Loading } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { type Tab, TabStrip } from '../page/TabStrip.tsx'
import { resourceWords, sayKey } from '../resource/words.ts'
import type { Kinds } from './Acts.tsx'
import { FieldSheet } from './FieldSheet.tsx'
import { History } from './History.tsx'
import { RecordTools } from './RecordTools.tsx'

const RecordForm = lazyDialog(async () => (await import('../form/RecordForm.tsx')).RecordForm)

/** One record of a declared resource: its fields, what can be done, and who did what with it. */
export function ResourceShow<Row extends { id: string }>({ resource }: { resource: Resource<Row> }) {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { t } = useTranslation(['common', resource.words])
  // Routes without an id of their own take it from the address (`?id=`).
  const { query, result } = useOne<Row & BaseRecord, ApiError>({
    resource: resource.name,
    id: id || (params.get('id') ?? ''),
    errorNotification: false,
    liveMode: 'auto',
  })
  const trail = [{ title: resourceWords(t, resource, 'title'), to: resource.routes.list }]
  const title = resourceWords(t, resource, 'one')
  if (query.isError && !result)
    return (
      <Page title={title} trail={trail}>
        <Failed error={query.error} retry={() => void query.refetch()} />
      </Page>
    )
  if (!result)
    return (
      <Page title={title} trail={trail}>
        <Loading />
      </Page>
    )
  return <Shown resource={resource} row={result as Row} trail={trail} />
}

function Shown<Row extends { id: string }>({
  resource,
  row,
  trail,
}: {
  resource: Resource<Row>
  row: Row
  trail: { title: string; to: string }[]
}) {
  const { t } = useTranslation(['common', resource.words])
  const { can } = useConsole()
  const navigate = useNavigate()
  const { actions, take, form, label } = useActions(resource)
  const [editing, setEditing] = useState(false)
  const editPage = editPath(resource, row)
  const name = String(row[resource.title])
  const tabs = useRecordTabs(resource, row)
  const next = actions.filter((a) => a.onPage && a.allowed(row))
  // What takes the record away leaves nothing to show.
  const takeAndSee = async (...taken: Parameters<typeof take>) => {
    const result = await take(...taken)
    if (taken[0].removes && result !== false) void navigate(resource.routes.list)
    return result
  }
  return (
    <Page
      title={name}
      trail={trail}
      actions={
        <>
          <RecordTools />
          {resource.form && resource.endpoints.update && resource.create && can(resource.create.right) && (
            <Button
              type="primary"
              icon={<EditOutlined aria-hidden />}
              onClick={() => (editPage ? void navigate(editPage) : setEditing(true))}
            >
              {resourceWords(t, resource, 'edit')}
            </Button>
          )}
          {next.map((action, i) => (
            <Button key={action.name} type={i ? 'default' : 'primary'} onClick={() => void takeAndSee(action, [row])}>
              {label(action)}
            </Button>
          ))}
          <RowMenu
            row={row}
            name={name}
            actions={actions.filter((a) => !a.edits && !next.includes(a))}
            label={label}
            take={takeAndSee}
          />
        </>
      }
    >
      <TabStrip items={tabs} label={name} />
      {form}
      {editing && (
        <Suspense fallback={null}>
          <RecordForm resource={resource as never} record={row as never} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Summary and history of any record, and what its declaration adds between them. */
function useRecordTabs<Row extends { id: string }>(resource: Resource<Row>, row: Row): Tab[] {
  const { t } = useTranslation(['common', resource.words])
  const summary = (
    <>
      <FieldSheet resource={resource} row={row} />
      <p className="skz-record-id">
        {t('show.id')} <CopyText text={row.id} shorten="line" label={t('show.id')} />
      </p>
    </>
  )
  return [
    { key: 'summary', label: t('show.summary'), children: summary },
    ...(resource.tabs ?? []).map(({ name: tab, part: Part }) => ({
      key: tab,
      label: sayKey(t, `${resource.words}:tab.${tab}`),
      children: (
        <Suspense fallback={null}>
          <Part row={row} />
        </Suspense>
      ),
    })),
    ...(resource.history
      ? [
          {
            key: 'history',
            label: t('show.history'),
            children: (
              <History resource={resource.name} id={row.id} words={resource.words} fields={resource.fields as Kinds} />
            ),
          },
        ]
      : []),
  ]
}
