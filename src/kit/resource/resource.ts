import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Call } from '../../../contract/kit/call.ts'
import { addressOf, hexOf, phoneOf } from '../../../contract/kit/typed/clean.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import { type Endpoints, registerEndpoints } from '../../../dataProvider/endpoints.ts'
import type { SubjectKind } from '../../../contract/platform/history.ts'
import type { Appearance } from '../../../contract/platform/colours.ts'
import type { UploadScene } from '../../../contract/platform/files.ts'
import type { LocaleWords } from '../../../contract/kit/locale-words.ts'
import type { MenuPlace } from './menu.ts'
import type { Words } from './words.ts'
import type { LiveEvent } from '../../../contract/platform/live.ts'

/** What a field is decides how it reads, is edited, filtered, sorted, exported and imported, all at once. */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'choice'
  | 'flag'
  | 'instant'
  | 'number'
  | 'tags'
  | 'region'
  /** Several of a choice's values. */
  | 'choices'
  /** Whole fen (`contract/kit/fields.ts`), read and written in yuan. */
  | 'money'
  /** Grouped for the eye; the detail dials it. */
  | 'phone'
  /** `{ id, name }`, or the name alone where the row keeps the id beside it. Forms send the id. */
  | 'person'
  /** Of a file or a statement: never typed, copied whole. */
  | 'hash'
  /** A web address: the detail leads there, and only where it is one of http or https. */
  | 'url'
  /** The id of a picture that was sent for everybody to see. */
  | 'picture'
  /** The same of a film. */
  | 'video'
  /** The same of what is said in one, as WebVTT. */
  | 'captions'
  /** `#rrggbb`; `ground` says on which it must be read. */
  | 'colour'
  /** HTML that the service cleaned. */
  | 'rich-text'

interface When {
  field: string
  values: readonly string[]
}

export interface Field<Row> {
  kind: FieldKind
  /** Of a choice, in the order in which they are offered. */
  values?: readonly string[]
  /** Colours of a choice's values. */
  tones?: Record<string, Tone>
  sortable?: boolean
  /** Pixels to begin with; a column without takes what is left. */
  width?: number
  /** Replaces the kind's own rendering in a cell. */
  cell?: (row: Row) => ReactNode
  /** Replaces the kind's own text in an exported sheet. */
  text?: (row: Row, t: Words) => string
  /** Filled in and shown only where another field, which is shown itself, holds one of these values; of several, where any does. */
  when?: When | readonly When[]
  maxLength?: number
  /** The way in which text is taken that can only be ASCII (`contract/kit/typed/clean.ts`). Phones, digests and addresses say so by their kind. */
  clean?: (text: string) => string
  /** What a colour stands on. */
  ground?: Appearance
  /** What pictures are sent for; for the platform where it is left out. */
  scene?: UploadScene
  /** Of tags that a form asks for: those alone that a call offers, by the field that names each. */
  offered?: { load: Call; name: string }
  /** How many tags a form takes. */
  most?: number
  /** Of a region, whose value is a county's code: the fields that keep its names, from the province down. */
  names?: readonly (keyof Row & string)[]
  /** Of a person that a form asks for: gives `{ id, name }` of all who may be chosen. */
  people?: Call
  /** Further names of the wire that follow from this value; what the service says of them is said here. */
  implies?: Record<string, (value: string) => string>
  /** True where `help.<name>` says more beneath the editor. */
  help?: boolean
}

const cleanOfKind: Partial<Record<FieldKind, (text: string) => string>> = {
  phone: phoneOf,
  url: addressOf,
  hash: hexOf,
}
/** The way in which a field's text is taken where it can only be ASCII. */
export const cleanOf = ({ kind, clean }: Pick<Field<never>, 'kind' | 'clean'>) => clean ?? cleanOfKind[kind]

export type Tone = 'neutral' | 'active' | 'good' | 'warning' | 'bad'

/** How a filter is edited; its name is the field that goes over the wire. */
export type Filter =
  | { kind: 'keyword' }
  | { kind: 'choice'; values: readonly string[]; words: string }
  | { kind: 'days' }
  /** `of` names the field whose words it has, where the wire calls both otherwise. */
  | { kind: 'remote'; load: Call; value: string; label: string; of?: string }
  | { kind: 'flag' }
  /** What one field contains. */
  | { kind: 'text' }
  /** Travels as `<name>From` and `<name>To`, in fen, both ends within. */
  | { kind: 'money' }
  /** Travels as the person's id; `load` gives `{ id, name }` of all there are. */
  | { kind: 'person'; load: Call }
  /** Set by a link from elsewhere; shown so that it can be taken away. */
  | { kind: 'reference' }

/** What an action sends. Rows that do not fit its guard are left out before. */
export type Run<Row> =
  /** One request a row. */
  | { send: 'each'; call: Call; request(row: Row): unknown }
  /** Requests of many rows, each answered row by row (`contract/kit/bulk.ts`). */
  | { send: 'many'; call: Call; request(rows: Row[]): unknown }

/** Something done to rows. Guards are data of the row, so that button, menu and bulk bar agree. */
export interface Action<Row> {
  name: string
  right: Right
  scope: 'row' | 'bulk' | 'both'
  danger?: boolean
  /** Stands as a button on the record's page where it is allowed: what a reader came for. */
  onPage?: true
  /** Asks before it runs; words under `action.<name>.confirm`. */
  confirm?: boolean
  allowed(row: Row): boolean
  run?: Run<Row>
  /** Opens the resource's own form on the row. */
  edits?: boolean
  /** Leaves nothing of the row. What is sent follows from the resource's endpoints. */
  removes?: boolean
  /** Opens a form instead. */
  form?: ComponentType<{ row: Row; onClose(): void }>
  /** Opens on the row, or on all that were chosen, and goes through them one by one. */
  review?: ComponentType<{ rows: readonly Row[]; onClose(): void }>
  /** Asks for what all rows shall get, then gives back what to run. */
  bulkForm?: ComponentType<{ count: number; onClose(): void; onRun(run: Run<Row>): void }>
}

/** How records are written by `create` and `update` of the endpoints: the service's own schema judges in the form as it does there. */
export interface FormOf<Row> {
  schema: z.ZodObject
  /** Fields by line. */
  rows: readonly (readonly (keyof Row & string)[])[]
  /** Words of `section.<name>` above the line that begins with a field. */
  sections?: Partial<Record<keyof Row & string, string>>
  /** Sections stand in frames of their own. */
  framed?: true
  /** What a new record begins with. */
  initial?: Partial<Row>
  /** Beside the list, or on a page with an address of its own: `<list>/new` and `<show>/edit`. */
  surface?: 'drawer' | 'page'
}

/** How records come in from a sheet by `createMany` of the endpoints, a few hundred rows a request, each judged alone. */
interface ImportOf<Row> {
  /** What the service judges a row by: it tells which columns may not stay empty. */
  schema: z.ZodObject
  /** In the order of the template, which shows words of `example.<name>` beneath each. */
  fields: readonly (keyof Row & string)[]
}

export interface Resource<Row extends { id: string } = { id: string }> {
  name: string
  /** Locale namespace of all its words: fields, empty state, actions. */
  words: ResourceWords
  schema: z.ZodObject
  endpoints: Endpoints
  title: keyof Row & string
  routes: { list: string; show?: (row: Row) => string; showPath?: string }
  access: Right
  fields: { [K in keyof Row & string]?: Field<Row> }
  /** Shown at first; the others that `fields` names can be added. */
  columns: readonly (keyof Row & string)[]
  /** What a phone's card shows beneath the title. */
  card: readonly (keyof Row & string)[]
  filters: Record<string, Filter>
  defaultSort: string
  actions: readonly Action<Row>[]
  form?: FormOf<Row>
  io?: { import: ImportOf<Row> }
  /** Who may add one, and where, if not in the form beside the list. */
  create?: { right: Right; path?: string }
  /** Who did what with a record, kept by the service under this kind. */
  history?: SubjectKind
  menu?: MenuPlace
  /** Further tabs of the detail, between summary and history; words under `tab.<name>`. */
  tabs?: readonly { name: string; part: ComponentType<{ row: Row }> }[]
  /** Stands between the title of the list's page and the list. */
  above?: ComponentType
  /** Filters that leave what waits for staff, or for an office: told with its number on their overview, under `resource.<name>.waits`. */
  waits?: Record<string, string>
  /** Live topic whose events refresh the list. */
  live?: LiveEvent['topic']
}

/** Any domain of the console that has words. */
type ResourceWords = Exclude<keyof LocaleWords, 'common' | 'errors' | 'site'>

/** Declares a resource: what follows from it is derived, and its calls are made known to the data provider. */
export function defineResource<Row extends { id: string }>(resource: Resource<Row>): Resource<Row> {
  registerEndpoints(resource.name, resource.endpoints)
  const removal = removalOf<Row>(resource.endpoints)
  if (!removal) return resource
  return { ...resource, actions: resource.actions.map((a) => (a.removes && !a.run ? { ...a, run: removal } : a)) }
}

function removalOf<Row extends { id: string }>({ remove, removeMany }: Endpoints): Run<Row> | undefined {
  if (removeMany)
    return { send: 'many', call: removeMany.call, request: (rows) => removeMany.request(rows.map(({ id }) => id)) }
  return remove && { send: 'each', call: remove.call, request: ({ id }) => remove.request(id) }
}
