import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, TextBetween } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** What staff wrote to somebody. */
export const StaffMessage = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  /** Whom it went to, and for which account; without one, for the person themselves. */
  reader: z.string(),
  account: z.string().nullable(),
  writer: z.string(),
  sentAt: Instant,
  readAt: Instant.nullable(),
})
export type StaffMessage = z.output<typeof StaffMessage>

export const StaffMessageBody = z.object({ title: TextBetween(2, 60), content: TextBetween(2, 1_000) })

export const StaffMessageFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  sort: sortBy(['sentAt'], '-sentAt'),
})
export type StaffMessageFind = z.output<typeof StaffMessageFind>

const read = { own: true, right: 'operator.people', rate: 'read', idempotent: true } as const
const write = {
  own: true,
  right: 'operator.people',
  rate: 'write',
  idempotent: false,
  reply: z.object({ id: Id }),
  params: z.object({ id: Id }),
  body: StaffMessageBody,
} as const

export const staffMessageCalls = {
  /** By the title, or the name of whom it went to. */
  list: defineCall({
    method: 'GET',
    path: 'operator/message',
    query: StaffMessageFind,
    reply: scrollOf(StaffMessage),
    ...read,
  }),
  get: defineCall({
    method: 'GET',
    path: 'operator/message/{id}',
    params: z.object({ id: Id }),
    reply: StaffMessage,
    ...read,
  }),
  toPerson: defineCall({ method: 'POST', path: 'operator/person/{id}/message', ...write }),
  /** To the person whose account it is. */
  toAccount: defineCall({ method: 'POST', path: 'operator/account/{id}/message', ...write }),
}
