import { z } from 'zod'
import type { Call } from '../../contract/kit/call.ts'
import { formRoutes } from '../../src/kit/form/form-paths.ts'
import type { Field, Filter, Resource } from '../../src/kit/resource/resource.ts'

const someId = '018f0000-0000-7000-8000-000000000001'
const takes = (schema: unknown, value: unknown) => schema instanceof z.ZodType && schema.safeParse(value).success
const wanted = (call: Call) => (call.body ?? call.query)!.shape
/** True where a call gives a list of `{ id, name }`. */
const givesPeople = ({ reply }: Call) =>
  takes(reply, { list: [{ id: someId, name: 'x' }] }) && !takes(reply, { list: [{ id: someId }] })

/** What is wrong with how a resource declares its fields, filters and form, one line each. */
export function faultsOf(r: Resource, all: readonly Resource[]): string[] {
  const fields = Object.entries(r.fields as Record<string, Field<never>>)
  return [
    ...fields.flatMap(([name, field]) => fieldFaults(r, name, field)),
    ...Object.entries(r.filters).flatMap(([name, f]) => filterFaults(r, name, f)),
    ...pageFaults(r, all),
  ]
}

function fieldFaults(r: Resource, name: string, { kind, people }: Field<never>): string[] {
  const schema: unknown = r.schema.shape[name]
  const inForm = r.form?.rows.flat().includes(name as never) ?? false
  const faults: string[] = []
  if (kind === 'money' && (!takes(schema, 100) || takes(schema, 100.5)))
    faults.push(`${name}: an amount that is not whole fen`)
  if (kind === 'person' && inForm && !(people && givesPeople(people)))
    faults.push(`${name}: a form asks for it, and nobody says who may be chosen`)
  if (kind === 'person' && inForm && !takes(r.form!.schema.shape[name], someId))
    faults.push(`${name}: a form sends the id of a person, and the schema takes none`)
  if (kind === 'hash' && inForm) faults.push(`${name}: is nobody’s to type`)
  if (kind === 'hash' && (r.title === name || r.io?.import.fields.includes(name as never)))
    faults.push(`${name}: neither names a record nor comes from a sheet`)
  return faults
}

function filterFaults(r: Resource, name: string, filter: Filter): string[] {
  const shape = wanted(r.endpoints.list)
  if (filter.kind === 'money')
    return [`${name}From`, `${name}To`]
      .filter((wire) => !takes(shape[wire], '100') || takes(shape[wire], '1.5'))
      .map((wire) => `${wire}: the call takes no fen`)
  if (filter.kind === 'person')
    return [
      ...(givesPeople(filter.load) ? [] : [`${name}: nobody says who may be chosen`]),
      ...(takes(shape[name], someId) ? [] : [`${name}: the call takes no id`]),
    ]
  if (filter.kind === 'text') return takes(shape[name], 'x') ? [] : [`${name}: the call takes no text`]
  return []
}

function pageFaults(r: Resource, all: readonly Resource[]): string[] {
  if (r.form?.surface !== 'page') return []
  const { add, edit } = formRoutes(r)
  const taken = all.flatMap((o) => [
    o.routes.list,
    o.routes.showPath,
    o.create?.path,
    ...(o.name === r.name ? [] : Object.values(formRoutes(o))),
  ])
  return [
    ...[add, edit].filter((path) => path && taken.includes(path)).map((path) => `${path}: another page stands there`),
    ...(r.endpoints.create && !add ? ['a new one has no page'] : []),
    ...(r.endpoints.update && !edit ? ['a change has no page: its record has none'] : []),
  ]
}
