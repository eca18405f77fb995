import { FolderOpenOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ListLayout, ListView } from '../../../../contract/platform/list-views.ts'
import { lazyDialog } from '../../page/lazy-dialog.ts'
import type { Resource } from '../../resource/resource.ts'
import type { ListState } from '../list-state.ts'
import type { useLayout } from './useLayout.ts'

const ViewForm = lazyDialog(async () => (await import('./ViewForm.tsx')).ViewForm)

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  state: ListState
  layout: ReturnType<typeof useLayout>
  shown: ListLayout
}

/** What a view keeps of the address: filters and order, never the page. */
export function queryOf(state: ListState, resource: Pick<Resource<never>, 'defaultSort'>): string {
  const params = new URLSearchParams(state.filters)
  if (state.sort !== resource.defaultSort) params.set('sort', state.sort)
  if (state.mode === 'scroll') params.set('mode', 'scroll')
  return params.toString()
}

/** Opens saved views, and keeps the present list as one. A view opens as an address, so its link can be passed on. */
export function ViewMenu<Row extends { id: string }>({ resource, state, layout, shown }: Props<Row>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<ListView | 'new'>()
  const current = layout.views.find((v) => v.id === state.view)
  const query = queryOf(state, resource as never)
  const drifted = current && current.query !== query
  const open = (view: ListView) => void navigate({ search: `${view.query}${view.query ? '&' : ''}view=${view.id}` })
  const group = (label: string, views: ListView[]): NonNullable<MenuProps['items']> =>
    views.length
      ? [
          {
            type: 'group',
            label,
            children: views.map((v) => ({
              key: v.id,
              label: v.mine ? v.name : `${v.name} · ${v.maker}`,
              onClick: () => open(v),
            })),
          },
        ]
      : []
  const items: MenuProps['items'] = [
    ...group(
      t('views.own'),
      layout.views.filter((v) => v.mine),
    ),
    ...group(
      t('views.shared'),
      layout.views.filter((v) => !v.mine),
    ),
    ...(layout.views.length ? [{ type: 'divider' as const }] : []),
    { key: 'all', label: t('views.all'), onClick: () => void navigate({ search: '' }) },
    { key: 'new', label: t('views.keep'), onClick: () => setEditing('new') },
    ...(current?.mine
      ? [{ key: 'edit', label: t('views.change', { name: current.name }), onClick: () => setEditing(current) }]
      : []),
  ]
  return (
    <>
      <Dropdown trigger={['click']} autoFocus menu={{ items, ...(current ? { selectedKeys: [current.id] } : {}) }}>
        <Button icon={<FolderOpenOutlined aria-hidden />}>
          {current ? `${current.name}${drifted ? ' *' : ''}` : t('views.title')}
        </Button>
      </Dropdown>
      {editing && (
        <Suspense fallback={null}>
          <ViewForm
            resource={resource.name}
            query={query}
            layout={shown}
            {...(editing === 'new' ? {} : { view: editing })}
            onClose={() => setEditing(undefined)}
            onSaved={(id) => (
              layout.reloadViews(),
              void navigate({ search: id ? `${query}${query ? '&' : ''}view=${id}` : query }, { replace: true })
            )}
          />
        </Suspense>
      )}
    </>
  )
}
