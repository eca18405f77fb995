import { ToolOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { BulkIds, BulkResult } from '../../../contract/kit/bulk.ts'
import { defineCall } from '../../../contract/kit/call.ts'
import { Scroll, scrollOf, sortBy } from '../../../contract/kit/list.ts'
import { defineResource } from '../../../src/kit/resource/resource.ts'

const Kind = z.enum(['small', 'large'])
const Gadget = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: Kind,
  note: z.string().nullable(),
  count: z.int(),
  version: z.int(),
  madeAt: z.iso.datetime(),
})
type Gadget = z.output<typeof Gadget>
const Body = z
  .object({ name: z.string().trim().min(1).max(20), kind: Kind, note: z.string().trim().max(100).nullish() })
  .refine((g) => g.kind !== 'large' || g.note, { path: ['note'], error: 'required', when: () => true })

const own = { own: true, right: 'signed-in', rate: 'read', idempotent: true } as const
const one = { params: z.object({ id: z.string() }) }
const calls = {
  list: defineCall({
    method: 'POST',
    path: 'gadgets/list',
    body: Scroll.extend({ kind: Kind.optional(), sort: sortBy(['name', 'kind', 'madeAt'], '-madeAt') }),
    reply: scrollOf(Gadget),
    ...own,
  }),
  get: defineCall({ method: 'GET', path: 'gadgets/{id}', ...one, reply: Gadget, ...own }),
  create: defineCall({ method: 'POST', path: 'gadgets', body: Body, reply: z.object({ id: z.string() }), ...own }),
  update: defineCall({
    method: 'PUT',
    path: 'gadgets/{id}',
    ...one,
    body: Body.safeExtend({ version: z.int().optional() }),
    reply: z.object({ version: z.int() }),
    ...own,
  }),
  break: defineCall({ method: 'POST', path: 'gadgets/break', body: BulkIds, reply: BulkResult, ...own }),
}

/** A resource as somebody new would add it: this file and its words. */
export default defineResource<Gadget>({
  name: 'gadgets',
  words: 'console',
  schema: Gadget,
  title: 'name',
  endpoints: {
    list: calls.list,
    one: { call: calls.get, request: (id) => ({ params: { id } }) },
    create: calls.create,
    update: calls.update,
  },
  routes: { list: '/gadgets', showPath: '/gadgets/:id', show: (row) => `/gadgets/${row.id}` },
  access: 'signed-in',
  create: { right: 'signed-in' },
  menu: { icon: <ToolOutlined />, group: 'account', order: 5 },
  fields: {
    name: { kind: 'text', sortable: true, maxLength: 20 },
    kind: { kind: 'choice', sortable: true, width: 120, values: Kind.options, tones: { large: 'active' } },
    note: { kind: 'long-text', width: 200, maxLength: 100 },
    count: { kind: 'number', width: 90 },
    madeAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'kind', 'count', 'madeAt'],
  card: ['kind', 'count'],
  filters: { keyWord: { kind: 'keyword' }, kind: { kind: 'choice', values: Kind.options, words: 'choice.kind' } },
  defaultSort: '-madeAt',
  form: {
    schema: Body,
    rows: [['name', 'kind'], ['note']],
    initial: { kind: 'small' },
  },
  actions: [
    { name: 'edit', right: 'signed-in', scope: 'row', allowed: () => true, edits: true },
    {
      name: 'break',
      right: 'signed-in',
      scope: 'both',
      danger: true,
      confirm: true,
      allowed: (row) => row.count > 0,
      run: { send: 'many', call: calls.break, request: (rows) => ({ body: { ids: rows.map((r) => r.id) } }) },
    },
  ],
})
