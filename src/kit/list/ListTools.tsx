import { BarsOutlined, DownloadOutlined, ReloadOutlined, SettingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLayout } from '../../../contract/platform/list-views.ts'
import { useConsole } from '../console-context.ts'
import { lazyPart } from '../lazy-part.ts'
import type { Resource } from '../resource.ts'
import type { Change, ListState } from './list-state.ts'
import type { useLayout } from './useLayout.ts'
import { ViewMenu } from './ViewMenu.tsx'

const LayoutDrawer = lazyPart(async () => (await import('./LayoutDrawer.tsx')).LayoutDrawer)
const ExportDialog = lazyPart(async () => (await import('../io/ExportDialog.tsx')).ExportDialog)
const ImportDrawer = lazyPart(async () => (await import('../io/ImportDrawer.tsx')).ImportDrawer)

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

/** What can be done with the list itself: views, columns, pages or scrolling, sheets out and in, asking anew. */
export function ListTools<Row extends { id: string }>({ resource, state, change, layout, shown, wide, selected, refresh }: ToolsProps<Row>) {
  const { t } = useTranslation()
  const { can } = useConsole()
  const [open, setOpen] = useState<'arrange' | 'export' | 'import'>()
  const close = () => setOpen(undefined)
  const scrolls = state.mode === 'scroll'
  const turn = t(scrolls ? 'list.byPages' : 'list.byScroll')
  return (
    <div className="skz-tools">
      <ViewMenu resource={resource} state={state} layout={layout} shown={shown} />
      {wide && <Tooltip title={turn}><Button icon={<BarsOutlined aria-hidden />} aria-label={turn} aria-pressed={scrolls} onClick={() => change({ mode: scrolls ? undefined : 'scroll' })} /></Tooltip>}
      {wide && <Tooltip title={t('list.arrange')}><Button icon={<SettingOutlined aria-hidden />} aria-label={t('list.arrange')} onClick={() => setOpen('arrange')} /></Tooltip>}
      <Tooltip title={t('export.open')}><Button icon={<DownloadOutlined aria-hidden />} aria-label={t('export.open')} onClick={() => setOpen('export')} /></Tooltip>
      {resource.io && can(resource.io.import.call.right) && <Tooltip title={t('import.open')}><Button icon={<UploadOutlined aria-hidden />} aria-label={t('import.open')} onClick={() => setOpen('import')} /></Tooltip>}
      <Tooltip title={t('refresh')}><Button icon={<ReloadOutlined aria-hidden />} aria-label={t('refresh')} onClick={refresh} /></Tooltip>
      <Suspense fallback={null}>
        {open === 'arrange' && <LayoutDrawer resource={resource as never} layout={shown} sort={state.sort} onChange={layout.setLayout} onSort={(sort) => change({ sort })} onClose={close} />}
        {open === 'export' && <ExportDialog resource={resource as never} state={state} shown={shown} selected={selected} onClose={close} />}
        {open === 'import' && <ImportDrawer resource={resource as never} onClose={close} />}
      </Suspense>
    </div>
  )
}
