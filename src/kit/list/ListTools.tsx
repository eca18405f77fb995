import { BarsOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLayout } from '../../../contract/platform/list-views.ts'
import { lazyPart } from '../lazy-part.ts'
import type { Resource } from '../resource.ts'
import type { Change, ListState } from './list-state.ts'
import type { useLayout } from './useLayout.ts'
import { ViewMenu } from './ViewMenu.tsx'

const LayoutDrawer = lazyPart(async () => (await import('./LayoutDrawer.tsx')).LayoutDrawer)

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

/** What can be done with the list itself: views, columns, pages or scrolling, asking anew. */
export function ListTools<Row extends { id: string }>({ resource, state, change, layout, shown, wide, refresh }: ToolsProps<Row>) {
  const { t } = useTranslation()
  const [arranging, setArranging] = useState(false)
  const scrolls = state.mode === 'scroll'
  const turn = t(scrolls ? 'list.byPages' : 'list.byScroll')
  return (
    <div className="skz-tools">
      <ViewMenu resource={resource} state={state} layout={layout} shown={shown} />
      {wide && <Button icon={<BarsOutlined aria-hidden />} title={turn} aria-label={turn} aria-pressed={scrolls} onClick={() => change({ mode: scrolls ? undefined : 'scroll' })} />}
      {wide && <Button icon={<SettingOutlined aria-hidden />} title={t('list.arrange')} aria-label={t('list.arrange')} onClick={() => setArranging(true)} />}
      <Button icon={<ReloadOutlined aria-hidden />} title={t('refresh')} aria-label={t('refresh')} onClick={refresh} />
      {arranging && <Suspense fallback={null}><LayoutDrawer resource={resource as never} layout={shown} sort={state.sort} onChange={layout.setLayout} onSort={(sort) => change({ sort })} onClose={() => setArranging(false)} /></Suspense>}
    </div>
  )
}
