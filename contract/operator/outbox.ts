import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'
import { Page, listOf } from '../kit/page.ts'

export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(['sms', 'mail']),
  recipient: z.string(),
  text: z.string(),
  createdAt: Instant,
})
export type OutboxMessage = z.output<typeof OutboxMessage>

export const outboxCalls = {
  list: defineCall({
    method: 'POST', path: 'operator/outbox/list', own: true, body: Page, reply: listOf(OutboxMessage),
    right: 'operator.outbox', rate: 'read', idempotent: true,
  }),
}
