import { z } from 'zod'
import { BulkIds, BulkResult, ImportRows } from '../../../contract/kit/bulk.ts'
import type { Call, CallGroup } from '../../../contract/kit/call.ts'
import { Person } from '../../../contract/kit/fields.ts'
import { recordKinds } from '../../../contract/kit/records.ts'
import { type Guess, guessField, valuesOf } from './guess-field.ts'
import type { Subject } from './read-contract.ts'
import { refuse } from './refused.ts'

export type ActionName = 'edit' | 'makeDefault' | 'remove'

/** What a resource will show and do, as far as its contract tells: code and words are written from this. */
export interface Plan {
  subject: Subject
  fields: Guess[]
  title: Guess
  /** The call that gives all persons to choose from. */
  people: string | undefined
  filters: { name: string; field: Guess | undefined }[]
  form: { fields: Guess[]; create: boolean; update: boolean } | undefined
  imports: boolean
  actions: ActionName[]
  /** The kind of record that it is, where `contract/kit/records.ts` has one. */
  kind: { name: string; pages: boolean; history: boolean; topic: string | undefined } | undefined
}

const someId = '018f0000-0000-7000-8000-000000000001'
const takes = (schema: unknown, value: unknown) => schema instanceof z.ZodType && schema.safeParse(value).success

/** What the list is asked by. */
export const askedBy = ({ calls, list }: Subject): Record<string, unknown> =>
  (calls[list]!.body ?? calls[list]!.query)!.shape

/** A call that names its record by the id alone. */
export const takesId = (call: Call | undefined): call is Call =>
  call !== undefined && Object.keys(call.params?.shape ?? {}).join() === 'id'
const onlyId = (call: Call | undefined) => takesId(call) && !call.body && !call.query

function titleOf(fields: readonly Guess[]): Guess | undefined {
  const named = fields.filter((f) => f.kind !== 'hash')
  return named.find((f) => /^(title|name)$/.test(f.name)) ?? named.find((f) => f.kind === 'text') ?? named[0]
}

/** The call of a group that gives all persons to choose from. */
export const peopleCall = (calls: CallGroup): string | undefined =>
  Object.entries(calls).find(
    ([, { reply }]) =>
      reply instanceof z.ZodObject &&
      reply.shape['list'] instanceof z.ZodArray &&
      reply.shape['list'].element === Person,
  )?.[0]

/** Whether the list can be narrowed by a field, by what its call takes. */
function isFilter(field: Guess, asked: Record<string, unknown>, people: string | undefined): boolean {
  const schema = asked[field.name]
  if (field.kind === 'money')
    return [`${field.name}From`, `${field.name}To`].every(
      (wire) => takes(asked[wire], '100') && !takes(asked[wire], '1.5'),
    )
  if (field.kind === 'choice') return valuesOf(field).every((value) => takes(schema, value))
  if (field.kind === 'person') return people !== undefined && takes(schema, someId)
  if (field.kind === 'flag') return takes(schema, true)
  return field.kind === 'text' && takes(schema, 'x')
}

/** What a person fills in: fields that both calls take, but for hashes, which nobody types. */
function formOf({ calls }: Subject, fields: readonly Guess[], people: string | undefined): Plan['form'] {
  const { create, update } = calls
  const changes = takesId(update) && update.body !== undefined
  const bodies = [create?.body, changes ? update.body : undefined].filter((body) => body !== undefined)
  if (!bodies.length) return undefined
  const chosen = ({ kind, name }: Guess) =>
    people !== undefined && bodies.every((b) => takes(b.shape[name], someId)) && kind === 'person'
  const filled = fields.filter(
    (f) => bodies.every((b) => f.name in b.shape) && f.kind !== 'hash' && (f.kind !== 'person' || chosen(f)),
  )
  return filled.length ? { fields: filled, create: create?.body !== undefined, update: changes } : undefined
}

function actionsOf({ calls }: Subject, fields: readonly Guess[], form: Plan['form']): ActionName[] {
  const removes = isBulkRemove(calls['removeMany']) || onlyId(calls['remove'])
  return [
    ...(form?.update ? (['edit'] as const) : []),
    ...(onlyId(calls['makeDefault']) && fields.some((f) => f.name === 'isDefault') ? (['makeDefault'] as const) : []),
    ...(removes ? (['remove'] as const) : []),
  ]
}

export const isBulkRemove = (call: Call | undefined) => call?.body === BulkIds && call.reply === BulkResult

/** A kind goes by the topic of its calls, or by their path: `invoice/header` is of the kind `invoice-header`. */
function kindOf({ domain, group, calls, list }: Subject, taken: readonly string[]): Plan['kind'] {
  const segments = calls[list]!.path.split('/')
  const names = [segments.join('-'), segments.at(-1)!]
  type Kind = { words: string; topic?: string; pages?: object; history?: true }
  const kinds = Object.entries(recordKinds as Record<string, Kind>).filter(([, kind]) => kind.words === domain)
  const found = kinds.find(([, { topic }]) => topic === group) ?? kinds.find(([name]) => names.includes(name))
  if (!found) return undefined
  const [name, { pages, history, topic }] = found
  return { name, pages: pages !== undefined && !taken.includes(name), history: history === true, topic }
}

/** `taken`: kinds whose pages another resource has. */
export function planResource(subject: Subject, taken: readonly string[]): Plan {
  const { calls, row } = subject
  const shape = row.schema.shape as Record<string, z.ZodType>
  const fields = Object.entries(shape).flatMap((entry) => guessField(entry) ?? [])
  const title = titleOf(fields) ?? refuse(`${row.name} has no field that a list could show.`)
  const asked = askedBy(subject)
  const people = peopleCall(calls)
  const form = formOf(subject, fields, people)
  return {
    subject,
    fields,
    title,
    people,
    filters: [
      ...('keyWord' in asked ? [{ name: 'keyWord', field: undefined }] : []),
      ...fields.filter((f) => isFilter(f, asked, people)).map((field) => ({ name: field.name, field })),
    ],
    form,
    imports: form !== undefined && calls['import']?.body === ImportRows,
    actions: actionsOf(subject, fields, form),
    kind: kindOf(subject, taken),
  }
}
