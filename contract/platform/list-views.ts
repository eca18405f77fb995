import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, wireBool, wireInt } from '../kit/fields.ts'

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/)

/** Which columns a person sees, in what order and width (pixels), and how close the rows stand. */
export const ListLayout = z.object({
  columns: z
    .array(z.object({ name: Name, width: wireInt(40, 1_000).optional() }))
    .min(1)
    .max(60),
  density: z.enum(['comfortable', 'compact']),
})
export type ListLayout = z.output<typeof ListLayout>

/** A list as somebody wants to find it again: filters and order as the console writes them in an address, and the layout. */
export const ListView = z.object({
  id: Id,
  name: z.string(),
  /** Everybody in the account sees it; only its maker changes it. */
  shared: z.boolean(),
  mine: z.boolean(),
  maker: z.string(),
  query: z.string(),
  layout: ListLayout.nullable(),
})
export type ListView = z.output<typeof ListView>

/** Views one person keeps of one list. */
export const mostViews = 50

export const ListViewBody = z.object({
  name: z.string().trim().min(1).max(40),
  shared: wireBool.default(false),
  query: z
    .string()
    .max(2_000)
    .regex(/^[^\s#]*$/),
  layout: ListLayout.nullish().transform((l) => l ?? null),
})
export type ListViewBody = z.output<typeof ListViewBody>

const own = { own: true, right: 'signed-in', idempotent: true } as const

export const listViewCalls = {
  /** Own and shared views of one list, and the caller's own layout of it. */
  list: defineCall({
    method: 'GET',
    path: 'list-views',
    query: z.object({ resource: Name }),
    reply: z.object({ list: z.array(ListView), layout: ListLayout.nullable() }),
    ...own,
    rate: 'read',
  }),
  create: defineCall({
    method: 'POST',
    path: 'list-views',
    body: ListViewBody.extend({ resource: Name }),
    reply: z.object({ id: Id }),
    ...own,
    rate: 'write',
    idempotent: false,
  }),
  update: defineCall({
    method: 'PUT',
    path: 'list-views/{id}',
    params: z.object({ id: Id }),
    body: ListViewBody,
    ...own,
    rate: 'write',
  }),
  remove: defineCall({
    method: 'DELETE',
    path: 'list-views/{id}',
    params: z.object({ id: Id }),
    ...own,
    rate: 'write',
  }),
  setLayout: defineCall({
    method: 'PUT',
    path: 'list-layout',
    body: z.object({ resource: Name, layout: ListLayout.nullable() }),
    ...own,
    rate: 'write',
  }),
}
