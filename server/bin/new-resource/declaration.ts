import { z } from 'zod'
import type { SortTerm } from '../../../contract/kit/list.ts'
import { widths } from './field-kind.ts'
import { type Guess, valuesOf } from './guess-field.ts'
import { type ActionName, askedBy, isBulkRemove, type Plan, takesId } from './plan.ts'
import type { Subject } from './read-contract.ts'

/** Names of the contract that the declaration uses, by the file they come from. */
class Imports {
  private readonly names = new Map<string, Set<string>>()

  take(path: string, name: string): string {
    this.names.set(path, (this.names.get(path) ?? new Set()).add(name))
    return name
  }

  written(): string {
    return [...this.names]
      .map(
        ([path, names]) =>
          `import { ${[...names].toSorted((a, b) => a.localeCompare(b)).join(', ')} } from '../../contract/${path}'`,
      )
      .toSorted()
      .join('\n')
  }
}

const lines = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join('\n')
const quoted = (names: readonly Guess[]) => `[${names.map((f) => `'${f.name}'`).join(', ')}]`

/** Writes one part of the declaration after another; what they name is imported. */
class Writer {
  private readonly imports = new Imports()
  private readonly plan: Plan
  private readonly subject: Subject

  constructor(plan: Plan) {
    this.plan = plan
    this.subject = plan.subject
  }

  private readonly call = (name: string) =>
    `${this.imports.take(this.subject.callsPath, this.subject.callsName)}.${name}`
  private readonly row = () => this.imports.take(this.subject.row.path, this.subject.row.name)

  /** A schema by the name under which the contract exports it, else as a part of its call. */
  private schema(schema: unknown, otherwise: () => string): string {
    const exported = this.subject.exported(schema)
    return exported ? this.imports.take(exported.path, exported.name) : otherwise()
  }

  private values(field: Guess): string {
    const { schema, steps } = field.among!
    return `values: ${this.schema(schema, () => `${this.row()}.shape.${field.name}${steps}`)}.options`
  }

  private field(field: Guess): string {
    const { form, people, subject, title } = this.plan
    const sort = askedBy(subject)['sort']
    const sorts = sort instanceof z.ZodType && [field.name, `-${field.name}`].every((s) => sort.safeParse(s).success)
    const most = maxLength(subject, field)
    const width = field === title ? undefined : widths[field.kind]
    const parts = [
      `kind: '${field.kind}'`,
      sorts && 'sortable: true',
      width && `width: ${width}`,
      field.among && this.values(field),
      field.kind === 'person' && people && `people: ${this.call(people)}`,
      form?.fields.includes(field) && most && `maxLength: ${most}`,
    ]
    return `${field.name}: { ${parts.filter(Boolean).join(', ')} },`
  }

  private filter({ name, field }: Plan['filters'][number]): string {
    if (!field) return `${name}: { kind: 'keyword' },`
    if (field.kind === 'choice') return `${name}: { kind: 'choice', ${this.values(field)}, words: 'choice.${name}' },`
    if (field.kind === 'person') return `${name}: { kind: 'person', load: ${this.call(this.plan.people!)} },`
    return `${name}: { kind: '${field.kind}' },`
  }

  private bodyOfForm(): string {
    const { calls } = this.subject
    const name = calls['create']?.body ? 'create' : 'update'
    return this.schema(calls[name]!.body, () => `${this.call(name)}.body`)
  }

  private form(): string | undefined {
    const { form } = this.plan
    return (
      form &&
      lines([
        'form: {',
        `schema: ${this.bodyOfForm()},`,
        `rows: [${form.fields.map((f) => `['${f.name}']`).join(', ')}],`,
        '},',
      ])
    )
  }

  private io(): string | undefined {
    const { form, imports } = this.plan
    if (!form || !imports) return undefined
    return `io: { import: { schema: ${this.bodyOfForm()}, fields: ${quoted(form.fields)} } },`
  }

  private action(name: ActionName): string {
    const { calls } = this.subject
    const byId = 'request: (row) => ({ params: { id: row.id } })'
    const right = (call: string) => `name: '${name}', right: '${calls[call]!.right}'`
    if (name === 'edit') return `{ ${right('update')}, scope: 'row', allowed: () => true, edits: true },`
    if (name === 'makeDefault')
      return `{ ${right(name)}, scope: 'row', allowed: (row) => !row.isDefault, run: { send: 'each', call: ${this.call(name)}, ${byId} } },`
    return `{ ${right(isBulkRemove(calls['removeMany']) ? 'removeMany' : 'remove')}, scope: 'both', danger: true, confirm: true, removes: true, allowed: () => true },`
  }

  private endpoints(): string {
    const { calls, list, one } = this.subject
    const { actions, form, imports } = this.plan
    const byId = (call: string) => `{ call: ${this.call(call)}, request: (id) => ({ params: { id } }) }`
    return lines([
      'endpoints: {',
      `list: ${this.call(list)},`,
      takesId(calls[one ?? '']) && `one: ${byId(one!)},`,
      form?.create && `create: ${this.call('create')},`,
      form?.update && `update: ${this.call('update')},`,
      actions.includes('remove') &&
        (isBulkRemove(calls['removeMany'])
          ? `removeMany: { call: ${this.call('removeMany')}, request: (ids) => ({ body: { ids } }) },`
          : `remove: ${byId('remove')},`),
      form && imports && `createMany: ${this.call('import')},`,
      '},',
    ])
  }

  private routes(): string {
    const { kind, subject } = this.plan
    if (kind?.pages) return `routes: recordRoutes('${kind.name}'),`
    const [list, show] = pathsOf(subject)
    return `routes: { list: '${list}'${show ? `, showPath: '${show}', show: (row) => \`${show.replace(':id', '${row.id}')}\`` : ''} },`
  }

  write(order: number): string {
    const { actions, fields, filters, form, kind, subject, title } = this.plan
    const others = fields.filter((f) => f !== title)
    const shown = [title, ...others]
    const create = form?.create && subject.calls['create']!.right
    const body = lines([
      `name: '${subject.name}',`,
      `words: '${subject.domain}',`,
      `schema: ${this.row()},`,
      `title: '${title.name}',`,
      this.endpoints(),
      this.routes(),
      `access: '${subject.calls[subject.list]!.right}',`,
      create && `create: { right: '${create}' },`,
      `menu: { icon: <UnorderedListOutlined />, group: 'account', order: ${order} },`,
      kind?.history && `history: '${kind.name}',`,
      kind?.topic && `live: '${kind.topic}',`,
      `fields: {\n${shown.map((f) => this.field(f)).join('\n')}\n},`,
      `columns: ${quoted(shown.slice(0, 6))},`,
      `card: ${quoted(others.slice(0, 4))},`,
      `filters: {${filters.map((f) => this.filter(f)).join('\n')}},`,
      `defaultSort: '${defaultSort(subject)}',`,
      this.form(),
      this.io(),
      `actions: [${actions.map((a) => this.action(a)).join('\n')}],`,
    ])
    return lines([
      `import { UnorderedListOutlined } from '@ant-design/icons'`,
      this.imports.written(),
      `import { defineResource } from '../kit/resource/resource.ts'`,
      kind?.pages && `import { recordRoutes } from '../kit/resource/record-routes.ts'`,
      '',
      `export default defineResource<${subject.row.name}>({\n${body}\n})\n`,
    ]).replace('\nexport', '\n\nexport')
  }
}

/** Its list and its record, where no kind of record says otherwise. */
export function pathsOf({ domain, name, calls, one }: Subject): string[] {
  const list = `/${domain}/${name}`
  return takesId(calls[one ?? '']) ? [list, `${list}/:id`] : [list]
}

/** What the call sorts by when it is not told. */
function defaultSort(subject: Subject): string {
  const sort = askedBy(subject)['sort']
  const terms =
    sort instanceof z.ZodType ? (sort.safeParse(undefined).data as SortTerm[] | string | undefined) : undefined
  if (typeof terms === 'string') return terms
  return (terms ?? []).map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join()
}

/** How long a text may be that a form sends. */
function maxLength({ calls }: Subject, { name, kind }: Guess): number | undefined {
  const schema = (calls['create'] ?? calls['update'])?.body?.shape[name]
  if (!['text', 'phone', 'url'].includes(kind) || !(schema instanceof z.ZodType)) return undefined
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return [json, ...(json.anyOf ?? [])].map((part) => part.maxLength).find((most) => most !== undefined)
}

export const writeDeclaration = (plan: Plan, order: number): string => new Writer(plan).write(order)

/** The values of every field that is chosen. */
export const choicesOf = ({ fields }: Plan) =>
  fields.flatMap((f) => valuesOf(f).map((value) => ({ field: f.name, value })))
