import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'
import { Page, listOf } from '../kit/page.ts'

export const MessageChannel = z.enum(['sms', 'mail'])

/**
 * `shown` is a local installation's message, which no vendor carries. `failed` was tried as often as it may be, or until it was
 * too late for it; `undeliverable` was refused for good.
 */
export const MessageState = z.enum(['waiting', 'sending', 'sent', 'failed', 'undeliverable', 'shown'])
export type MessageState = z.output<typeof MessageState>

/** Texts that have a name on the operator's page; news are named by their kind. */
export const messageTemplates = [
  'register',
  'login',
  'password',
  'prove',
  'unbind',
  'rebind',
  'bind',
  'sub',
  'subPassword',
  'passwordChanged',
  'phoneChanged',
  'mailChanged',
  'totpOn',
  'totpOff',
  'recoveryUsed',
  'thirdBound',
  'thirdUnbound',
  'closingAsked',
  'closingTakenBack',
  'accountClosed',
  'mail',
] as const

export const OutboxMessage = z.object({
  id: Id,
  channel: MessageChannel,
  /** Masked. */
  recipient: z.string(),
  template: z.string(),
  messageState: MessageState,
  attempts: z.int(),
  /** What the vendor said last: a code and words. */
  error: z.string().nullable(),
  /** Only of a message that is shown. */
  text: z.string().nullable(),
  /** The vendor's name of it. */
  vendorId: z.string().nullable(),
  /** Whether it may be sent on its way again: it failed and is not too late yet. */
  good: z.boolean(),
  sentAt: Instant.nullable(),
  createdAt: Instant,
})
export type OutboxMessage = z.output<typeof OutboxMessage>

export const MessageFind = Page.extend({ channel: MessageChannel.optional(), messageState: MessageState.optional() })
export type MessageFind = z.output<typeof MessageFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.outbox', rate: 'read', idempotent: true } as const

export const outboxCalls = {
  list: defineCall({
    method: 'POST',
    path: 'operator/outbox/list',
    body: MessageFind,
    reply: listOf(OutboxMessage),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/outbox/{id}', ...one, reply: OutboxMessage, ...read }),
  retry: defineCall({
    method: 'POST',
    path: 'operator/outbox/{id}/retry',
    ...one,
    own: true,
    right: 'operator.outbox',
    rate: 'write',
    idempotent: false,
  }),
}
