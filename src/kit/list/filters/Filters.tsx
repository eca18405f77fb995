import { Button, Grid, Select } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../page/lazy-part.ts'
import type { Filter, Resource } from '../../resource/resource.ts'
import { resourceWords } from '../../resource/words.ts'
import { filterWords } from './filter-codec.ts'
import { FilterChips } from './FilterChips.tsx'
import type { ListState } from '../list-state.ts'
import { MoneyFilter, TextFilter } from './TypedFilters.tsx'
import { type Offered, useChoices } from './useChoices.ts'

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
    node: (
      <FilterEditor
        key={name}
        name={name}
        filter={filter}
        label={
          filter.kind === 'keyword' ? resourceWords(t, resource, 'search') : filterWords(t, resource, name, filter)
        }
        state={state}
        change={change}
        words={resource.words}
      />
    ),
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
        <Button onClick={() => change(Object.fromEntries(Object.keys(state.filters).map((k) => [k, undefined])))}>
          {t('clearFilters')}
        </Button>
      )}
      {children}
      <FilterChips resource={resource} state={state} change={change} />
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
  // Typing replaces the address instead of filling the history.
  const typed = (v: string) => change({ [name]: v || undefined }, { replace: true })
  switch (filter.kind) {
    case 'keyword':
    case 'text':
      return <TextFilter search={filter.kind === 'keyword'} value={value ?? ''} label={label} onChange={typed} />
    case 'money':
      return (
        <MoneyFilter
          label={label}
          from={state.filters[`${name}From`] ?? ''}
          to={state.filters[`${name}To`] ?? ''}
          onChange={(end, fen) => change({ [`${name}${end}`]: fen || undefined }, { replace: true })}
        />
      )
    case 'choice':
      return (
        <Select
          allowClear
          value={value ?? null}
          placeholder={label}
          aria-label={label}
          className="skz-filter"
          onChange={(v) => change({ [name]: v ?? undefined })}
          options={filter.values.map((v) => ({ value: v, label: t(`${words}:${filter.words}.${v}` as never) }))}
        />
      )
    case 'remote':
    case 'person':
      return <Remote filter={filter} label={label} value={value} onChange={(v) => change({ [name]: v })} />
    case 'flag':
      return (
        <label className="skz-flag">
          <input
            type="checkbox"
            checked={value === 'true'}
            onChange={(e) => change({ [name]: e.target.checked ? 'true' : undefined })}
          />
          {label}
        </label>
      )
    case 'reference':
      return null
    case 'days':
      return (
        <Suspense fallback={<span className="skz-filter-wide" />}>
          <DayRange
            label={label}
            startDate={state.filters['startDate']}
            endDate={state.filters['endDate']}
            onChange={change}
          />
        </Suspense>
      )
  }
}

function Remote({
  filter,
  value,
  label,
  onChange,
}: {
  filter: Offered
  value: string | undefined
  label: string
  onChange(v: string | undefined): void
}) {
  const { options } = useChoices(filter, value)
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      placeholder={label}
      aria-label={label}
      className="skz-filter"
      options={options}
      onChange={(v: string | undefined) => onChange(v ?? undefined)}
    />
  )
}
