import { SearchOutlined } from '@ant-design/icons'
import { Button, Grid, Select, Tag } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../lazy-part.ts'
import type { Filter, Resource } from '../resource.ts'
import { useRead } from '../useCall.ts'
import { fieldWords, resourceWords } from '../words.ts'
import type { ListState } from './list-state.ts'

const DayRange = lazyPart(async () => (await import('./DayRange.tsx')).default)

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  state: ListState
  change(changes: Record<string, string | undefined>, options?: { replace?: boolean }): void
  /** What stands behind the filters: the list's own tools. */
  children?: ReactNode
}

/** The filters a resource declares; each writes to the address and nowhere else. */
export function Filters<Row extends { id: string }>({ resource, state, change, children }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const wide = Grid.useBreakpoint().md ?? true
  const used = Object.keys(state.filters).length > 0
  const editors = Object.entries(resource.filters).map(([name, filter]) => ({
    // What is typed most stays in view on a phone; the rest folds away.
    first: filter.kind === 'keyword',
    node: <FilterEditor key={name} name={name} filter={filter} label={filter.kind === 'keyword' ? resourceWords(t, resource, 'search') : fieldWords(t, resource, name)} state={state} change={change} words={resource.words} />,
  }))
  return (
    <search className="skz-filters">
      {editors.filter((e) => wide || e.first).map((e) => e.node)}
      {!wide && editors.some((e) => !e.first) && (
        <details className="skz-more" open={used}>
          <summary>{t('moreFilters')}</summary>
          <div className="skz-more-body">{editors.filter((e) => !e.first).map((e) => e.node)}</div>
        </details>
      )}
      {used && (
        <Button onClick={() => change(Object.fromEntries(Object.keys(state.filters).map((k) => [k, undefined])))}>{t('clearFilters')}</Button>
      )}
      {children}
    </search>
  )
}

interface EditorProps extends Pick<Props<never>, 'state' | 'change'> {
  name: string
  filter: Filter
  label: string
  words: Resource['words']
}

function FilterEditor({ name, filter, label, state, change, words }: EditorProps) {
  const { t } = useTranslation([words, 'common'])
  const value = state.filters[name]
  switch (filter.kind) {
    case 'keyword':
      return <Keyword value={value ?? ''} label={label} onChange={(v) => change({ [name]: v || undefined }, { replace: true })} />
    case 'choice':
      return (
        <Select allowClear value={value ?? null} placeholder={label} aria-label={label} className="skz-filter" onChange={(v) => change({ [name]: v ?? undefined })}
          options={filter.values.map((v) => ({ value: v, label: t(`${words}:${filter.words}.${v}` as never) }))} />
      )
    case 'remote':
      return <Remote name={name} filter={filter} label={label} value={value} change={change} />
    case 'flag':
      return <label className="skz-flag"><input type="checkbox" checked={value === 'true'} onChange={(e) => change({ [name]: e.target.checked ? 'true' : undefined })} />{label}</label>
    case 'reference':
      return value ? <Tag closable={{ 'aria-label': t('common:clearFilter', { name: label }) }} onClose={() => change({ [name]: undefined })}>{label}</Tag> : null
    case 'days':
      return (
        <Suspense fallback={<span className="skz-filter-wide" />}>
          <DayRange label={label} startDate={state.filters['startDate']} endDate={state.filters['endDate']} onChange={change} />
        </Suspense>
      )
  }
}

/** Typing replaces the address instead of filling the history, and asks after a pause. */
function Keyword({ value, label, onChange }: { value: string; label: string; onChange(v: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim()), 350)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return <Input allowClear prefix={<SearchOutlined />} placeholder={label} aria-label={label} value={text} maxLength={100} className="skz-filter-wide" onChange={(e) => setText(e.target.value)} />
}

function Remote({ name, filter, label, value, change }: { name: string; filter: Extract<Filter, { kind: 'remote' }>; label: string; value: string | undefined; change: EditorProps['change'] }) {
  const { data } = useRead(filter.load, {} as never)
  const rows = ((data as { list?: Record<string, string>[] } | undefined)?.list ?? [])
  return (
    <Select allowClear showSearch={{ optionFilterProp: 'label' }} value={value ?? null} placeholder={label} aria-label={label} className="skz-filter" onChange={(v: string | undefined) => change({ [name]: v ?? undefined })}
      options={rows.map((r) => ({ value: r[filter.value]!, label: r[filter.label]! }))} />
  )
}
