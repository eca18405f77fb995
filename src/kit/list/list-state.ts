import { mostSortTerms } from '../../../contract/kit/list.ts'
import type { Resource } from '../resource/resource.ts'
import { readFilters } from './filters/filter-codec.ts'

export interface ListState {
  page: number
  pageSize: number
  /** As it goes over the wire: `-date,name`. */
  sort: string
  filters: Record<string, string>
  /** The saved view that was opened; its filters and order stand in the address as well. */
  view: string | undefined
  /** Pages by number, or one list that loads on as it is scrolled. */
  mode: 'pages' | 'scroll'
}

const pageSizes = [10, 20, 50, 100] as const

const whole = (text: string | null, fallback: number) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : fallback)

export type Declared = Pick<Resource<never>, 'filters' | 'defaultSort' | 'fields'>

/** Reads a list's state from the address; what does not belong there is ignored, never an error. */
export function readListState(params: URLSearchParams, resource: Declared): ListState {
  const size = whole(params.get('size'), 10)
  return {
    page: whole(params.get('page'), 1),
    pageSize: (pageSizes as readonly number[]).includes(size) ? size : 10,
    sort: readSort(params.get('sort'), resource),
    filters: readFilters(params, resource.filters),
    view: params.get('view') ?? undefined,
    mode: params.get('mode') === 'scroll' ? 'scroll' : 'pages',
  }
}

function readSort(text: string | null, { fields, defaultSort }: Declared): string {
  const terms = parseSort(text ?? '')
  const known = fields as Record<string, { sortable?: boolean }>
  const sound =
    terms.length > 0 &&
    terms.length <= mostSortTerms &&
    terms.every((t) => Object.hasOwn(known, t.field) && known[t.field]!.sortable)
  return sound && new Set(terms.map((t) => t.field)).size === terms.length ? text! : defaultSort
}

export const parseSort = (sort: string) =>
  sort
    .split(',')
    .filter(Boolean)
    .map((t) => ({ field: t.replace(/^-/, ''), descending: t.startsWith('-') }))
export const writeSort = (terms: { field: string; descending: boolean }[]) =>
  terms.map((t) => `${t.descending ? '-' : ''}${t.field}`).join()
