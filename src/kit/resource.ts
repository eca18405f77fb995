import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Call } from '../../contract/kit/call.ts'
import type { Right } from '../../contract/kit/rights.ts'
import { registerEndpoints } from '../../dataProvider/endpoints.ts'

/** What a field is decides how it reads, filters and sorts, all at once. */
export interface Field<Row> {
  kind: 'text' | 'choice' | 'instant' | 'number' | 'tags'
  /** Colours of a choice's values. */
  tones?: Record<string, Tone>
  sortable?: boolean
  width?: number
  /** Replaces the kind's own rendering in a cell. */
  cell?: (row: Row) => ReactNode
}
export type Tone = 'neutral' | 'active' | 'good' | 'warning' | 'bad'

/** How a filter is edited; its name is the field that goes over the wire. */
export type Filter =
  | { kind: 'keyword' }
  | { kind: 'choice'; values: readonly string[]; words: string }
  | { kind: 'days' }
  | { kind: 'remote'; load: Call; value: string; label: string }
  | { kind: 'flag' }
  /** Set by a link from elsewhere; shown so that it can be taken away. */
  | { kind: 'reference' }

/** Something done to rows. Guards are data of the row, so that button, menu and bulk bar agree. */
export interface Action<Row> {
  name: string
  right: Right
  scope: 'row' | 'bulk' | 'both'
  danger?: boolean
  /** Asks before it runs; words under `actions.<name>.confirm`. */
  confirm?: boolean
  allowed(row: Row): boolean
  /** Sends one request for all rows, or opens a form instead. */
  run?: { call: Call; request(rows: Row[]): unknown; each?: boolean; done?(reply: unknown): void }
  form?: ComponentType<{ row: Row; onClose(): void }>
}

export interface Resource<Row extends { id: string } = { id: string }> {
  name: string
  /** Locale namespace and prefix of all its words: fields, empty state, actions. */
  words: 'evidence' | 'console'
  schema: z.ZodObject
  endpoints: { list: Call; one?: { call: Call; request(id: string): unknown } }
  title: keyof Row & string
  routes: { list: string; show?: (row: Row) => string; create?: string }
  access: Right
  fields: { [K in keyof Row & string]?: Field<Row> }
  columns: readonly (keyof Row & string)[]
  /** What a phone's card shows beneath the title. */
  card: readonly (keyof Row & string)[]
  filters: Record<string, Filter>
  defaultSort: string
  actions: readonly Action<Row>[]
  /** Live topic whose events refresh the list. */
  live?: 'evidence'
}

/** Declares a resource: what follows from it is derived, and its calls are made known to the data provider. */
export function defineResource<Row extends { id: string }>(resource: Resource<Row>): Resource<Row> {
  registerEndpoints(resource.name, resource.endpoints)
  return resource
}
