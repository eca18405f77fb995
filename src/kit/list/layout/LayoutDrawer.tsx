import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { mostSortTerms } from '../../../../contract/kit/list.ts'
import type { ListLayout } from '../../../../contract/platform/list-views.ts'
import type { Resource } from '../../resource/resource.ts'
import { fieldWords } from '../../resource/words.ts'
import { columnsOf } from './layout.ts'
import { parseSort, writeSort } from '../list-state.ts'

interface Props {
  resource: Resource<{ id: string }>
  layout: ListLayout
  sort: string
  onChange(layout: ListLayout | null): void
  onSort(sort: string | undefined): void
  onClose(): void
}

/** Which columns, in what order, how close the rows, sorted by what: all that the table's edges and heads do, in words. */
export function LayoutDrawer({ resource, layout, sort, onChange, onSort, onClose }: Props) {
  const { t } = useTranslation(['common', resource.words])
  const shown = columnsOf(resource, layout).map(({ name, width }) => ({
    name: name as string,
    ...(width ? { width } : {}),
  }))
  const hidden = Object.keys(resource.fields)
    .filter((name) => !shown.some((c) => c.name === name))
    .map((name) => ({ name }))
  const put = (columns: ListLayout['columns']) => onChange({ ...layout, columns })
  // A button that is disabled under a finger loses the focus, so these only do nothing at the ends.
  const move = (at: number, by: number) =>
    shown[at + by] && put(shown.with(at, shown[at + by]!).with(at + by, shown[at]!))
  return (
    <Drawer
      open
      title={t('list.arrange')}
      size={360}
      onClose={onClose}
      footer={<Button onClick={() => onChange(null)}>{t('list.asBefore')}</Button>}
    >
      <h3 className="skz-drawer-head">{t('list.columns')}</h3>
      <ul className="skz-arrange">
        {[...shown, ...hidden].map((c, at) => {
          const name = fieldWords(t, resource, c.name)
          if (at >= shown.length)
            return (
              <li key={c.name}>
                <Checkbox checked={false} onChange={() => put([...shown, c])}>
                  {name}
                </Checkbox>
              </li>
            )
          return (
            <li key={c.name}>
              <Checkbox checked disabled={shown.length === 1} onChange={() => put(shown.filter((o) => o !== c))}>
                {name}
              </Checkbox>
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined aria-hidden />}
                aria-disabled={at === 0}
                aria-label={t('list.moveUp', { name })}
                onClick={() => move(at, -1)}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined aria-hidden />}
                aria-disabled={at === shown.length - 1}
                aria-label={t('list.moveDown', { name })}
                onClick={() => move(at, 1)}
              />
            </li>
          )
        })}
      </ul>
      <h3 className="skz-drawer-head">{t('list.density')}</h3>
      <Radio.Group
        value={layout.density}
        onChange={(e) => onChange({ ...layout, columns: shown, density: e.target.value as ListLayout['density'] })}
        options={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
      />
      <h3 className="skz-drawer-head">{t('list.order')}</h3>
      <Order resource={resource} sort={sort} onSort={onSort} />
    </Drawer>
  )
}

/** The order by several fields, for those who cannot or do not know to press Shift. */
function Order({ resource, sort, onSort }: Pick<Props, 'resource' | 'sort' | 'onSort'>) {
  const { t } = useTranslation(['common', resource.words])
  const terms = parseSort(sort)
  const fields = resource.fields as Record<string, { sortable?: boolean }>
  const options = Object.keys(fields)
    .filter((n) => fields[n]!.sortable)
    .flatMap((n) => [
      { value: n, label: `${fieldWords(t, resource, n)} ↑` },
      { value: `-${n}`, label: `${fieldWords(t, resource, n)} ↓` },
    ])
  const lines = [...terms.map((s) => writeSort([s])), ...(terms.length < mostSortTerms ? [''] : [])].slice(
    0,
    Math.min(mostSortTerms, options.length / 2),
  )
  function choose(at: number, value: string | undefined) {
    const next = value ? lines.with(at, value) : lines.toSpliced(at, 1)
    const once = next.filter((v, i) => v && next.findIndex((o) => o.replace(/^-/, '') === v.replace(/^-/, '')) === i)
    onSort(once.length ? once.join() : undefined)
  }
  return (
    <div className="skz-arrange">
      {lines.map((value, at) => (
        <Select
          key={at}
          allowClear
          value={value || null}
          placeholder={t('list.thenBy')}
          aria-label={t('list.orderBy', { n: at + 1 })}
          onChange={(v: string | null) => choose(at, v ?? undefined)}
          options={options.filter(
            (o) => !lines.some((l, i) => i !== at && l.replace(/^-/, '') === o.value.replace(/^-/, '')),
          )}
        />
      ))}
    </div>
  )
}
