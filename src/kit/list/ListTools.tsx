import { BarsOutlined, DownloadOutlined, ReloadOutlined, SettingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLayout } from '../../../contract/platform/list-views.ts'
import { useConsole } from '../resource/console-context.ts'
import { lazyDialog } from '../page/lazy-dialog.ts'
import type { Resource } from '../resource/resource.ts'
import type { ListState } from './list-state.ts'
import type { Change } from './useListState.ts'
import type { useLayout } from './layout/useLayout.ts'
import { ViewMenu } from './layout/ViewMenu.tsx'

const LayoutDrawer = lazyDialog(async () => (await import('./layout/LayoutDrawer.tsx')).LayoutDrawer)
const ExportDialog = lazyDialog(async () => (await import('../io/export/ExportDialog.tsx')).ExportDialog)
const ImportDrawer = lazyDialog(async () => (await import('../io/import/ImportDrawer.tsx')).ImportDrawer)

export interface ToolsProps<Row extends { id: string }> {
  resource: Resource<Row>
  state: ListState
  change: Change
  layout: ReturnType<typeof useLayout>
  shown: ListLayout
  wide: boolean
  selected: Row[]
  refresh(): void
}

/*
 * Icons are named by `title`: a tooltip of the library opens over the drawer that its button has just opened, and takes
 * the Escape key from it.
 */

/** What can be done with the list itself: views, columns, pages or scrolling, sheets out and in, asking anew. */
export function ListTools<Row extends { id: string }>({
  resource,
  state,
  change,
  layout,
  shown,
  wide,
  selected,
  refresh,
}: ToolsProps<Row>) {
  const { t } = useTranslation()
  const { can } = useConsole()
  const [open, setOpen] = useState<'arrange' | 'export' | 'import'>()
  const close = () => setOpen(undefined)
  const scrolls = state.mode === 'scroll'
  const turn = t(scrolls ? 'list.byPages' : 'list.byScroll')
  return (
    <div className="skz-tools">
      <ViewMenu resource={resource} state={state} layout={layout} shown={shown} />
      {wide && (
        <Button
          icon={<BarsOutlined aria-hidden />}
          title={turn}
          aria-label={turn}
          aria-pressed={scrolls}
          onClick={() => change({ mode: scrolls ? undefined : 'scroll' })}
        />
      )}
      {wide && (
        <Button
          icon={<SettingOutlined aria-hidden />}
          title={t('list.arrange')}
          aria-label={t('list.arrange')}
          onClick={() => setOpen('arrange')}
        />
      )}
      <Button
        icon={<DownloadOutlined aria-hidden />}
        title={t('export.open')}
        aria-label={t('export.open')}
        onClick={() => setOpen('export')}
      />
      {resource.io && can(resource.endpoints.createMany!.right) && (
        <Button
          icon={<UploadOutlined aria-hidden />}
          title={t('import.open')}
          aria-label={t('import.open')}
          onClick={() => setOpen('import')}
        />
      )}
      <Button icon={<ReloadOutlined aria-hidden />} title={t('refresh')} aria-label={t('refresh')} onClick={refresh} />
      <Suspense fallback={null}>
        {open === 'arrange' && (
          <LayoutDrawer
            resource={resource as never}
            layout={shown}
            sort={state.sort}
            onChange={layout.setLayout}
            onSort={(sort) => change({ sort })}
            onClose={close}
          />
        )}
        {open === 'export' && (
          <ExportDialog resource={resource as never} state={state} shown={shown} selected={selected} onClose={close} />
        )}
        {open === 'import' && <ImportDrawer resource={resource as never} onClose={close} />}
      </Suspense>
    </div>
  )
}
