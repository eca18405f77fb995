import { InboxOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { defineCall } from '../../../contract/kit/call.ts'
import { Fen, Id, OptionalAnyPhone, Person, Sha256, wireFen } from '../../../contract/kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../../../contract/kit/list.ts'
import { defineResource } from '../../../src/kit/resource/resource.ts'

const Crate = z.object({
  id: Id,
  name: z.string(),
  priceFen: Fen,
  maker: Person.nullable(),
  phone: OptionalAnyPhone,
  site: z.url().nullable(),
  sha256: Sha256,
  version: z.int(),
})
type Crate = z.output<typeof Crate>
const Body = z.object({
  name: z.string().trim().min(1).max(20),
  priceFen: wireFen,
  maker: Id.nullish(),
  phone: OptionalAnyPhone,
  site: z.url().nullish(),
})

const own = { own: true, right: 'signed-in', rate: 'read', idempotent: true } as const
const one = { params: z.object({ id: z.string() }) }
const calls = {
  list: defineCall({
    method: 'POST',
    path: 'crates/list',
    body: Scroll.extend({
      priceFenFrom: wireFen.optional(),
      priceFenTo: wireFen.optional(),
      maker: Id.optional(),
      phone: z.string().max(100).optional(),
      sort: sortBy(['name', 'priceFen'], 'name'),
    }),
    reply: scrollOf(Crate),
    ...own,
  }),
  makers: defineCall({ method: 'GET', path: 'crates/makers', reply: z.object({ list: z.array(Person) }), ...own }),
  get: defineCall({ method: 'GET', path: 'crates/{id}', ...one, reply: Crate, ...own }),
  create: defineCall({ method: 'POST', path: 'crates', body: Body, reply: z.object({ id: z.string() }), ...own }),
  update: defineCall({
    method: 'PUT',
    path: 'crates/{id}',
    ...one,
    body: Body.extend({ version: z.int().optional() }),
    reply: z.object({ version: z.int() }),
    ...own,
  }),
}

/** A resource whose form has a page of its own. */
export default defineResource<Crate>({
  name: 'crates',
  words: 'console',
  schema: Crate,
  title: 'name',
  endpoints: {
    list: calls.list,
    one: { call: calls.get, request: (id) => ({ params: { id } }) },
    create: calls.create,
    update: calls.update,
  },
  routes: { list: '/crates', showPath: '/crates/:id', show: (row) => `/crates/${row.id}` },
  access: 'signed-in',
  create: { right: 'signed-in' },
  menu: { icon: <InboxOutlined />, group: 'account', order: 6 },
  fields: {
    name: { kind: 'text', sortable: true, maxLength: 20 },
    priceFen: { kind: 'money', sortable: true, width: 140 },
    maker: { kind: 'person', width: 140, people: calls.makers },
    phone: { kind: 'phone', width: 160 },
    site: { kind: 'url', width: 160 },
    sha256: { kind: 'hash', width: 200 },
  },
  columns: ['name', 'priceFen', 'maker', 'phone', 'sha256'],
  card: ['priceFen', 'maker', 'phone'],
  filters: { priceFen: { kind: 'money' }, maker: { kind: 'person', load: calls.makers }, phone: { kind: 'text' } },
  defaultSort: 'name',
  form: {
    schema: Body,
    rows: [['name', 'priceFen'], ['maker', 'phone'], ['site']],
    surface: 'page',
  },
  actions: [{ name: 'edit', right: 'signed-in', scope: 'row', allowed: () => true, edits: true }],
})
